/** POST /api/v2/actions/proxy */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { executeActionRequest } from "@/lib/legacy/actions/execute-action";
import { actionsApi } from "@/lib/legacy/actions/contract";
import { toLogSource } from "@/lib/logs/log-source";

export const POST = defineRoute(
  actionsApi.executeActionRequest,
  ({ body }, caller, { headers, signal, requestId, answer }) =>
    executeActionRequest(caller, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      ...idempotencyFacts(headers, answer),
    }),
);
