/** POST /api/v3/tools/execute/proxy */
import { executionApi } from "@/lib/execution/contract";
import { executeProxy } from "@/lib/execution/execute-proxy";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { toLogSource } from "@/lib/logs/log-source";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  executionApi.executeProxy,
  ({ body }, caller, { headers, signal, requestId, answer }) =>
    executeProxy(caller, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      ...idempotencyFacts(headers, answer),
    }),
  rules.proxies,
);
