/** POST /api/v1/actions/{actionId}/execute */
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { executeAction } from "@/lib/legacy/actions/execute-action";
import { actionsV1Api } from "@/lib/legacy/actions/contract";
import { toLogSource } from "@/lib/logs/log-source";

export const POST = defineRoute(
  actionsV1Api.executeActionV1,
  ({ params, body }, caller, { headers, signal, requestId, answer, audit }) =>
    executeAction(caller, params.actionId, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      audit,
      versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
      ...idempotencyFacts(headers, answer),
    }),
);
