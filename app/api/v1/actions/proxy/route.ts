/** POST /api/v1/actions/proxy */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { executeActionRequest } from "@/lib/legacy/actions/execute-action";
import { actionsV1Api } from "@/lib/legacy/actions/contract";
import { toLogSource } from "@/lib/logs/log-source";

export const POST = defineRoute(
  actionsV1Api.executeActionRequestV1,
  ({ body }, caller, { headers, signal, requestId, answer }) =>
    executeActionRequest(caller, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      ...idempotencyFacts(headers, answer),
    }),
);
