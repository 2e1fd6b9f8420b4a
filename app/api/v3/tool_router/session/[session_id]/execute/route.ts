/** POST /api/v3/tool_router/session/{session_id}/execute */
import { toVersionChoice } from "@/lib/catalog/read/version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-headers";
import { toLogSource } from "@/lib/logs/log-source";
import { metaApi } from "@/lib/meta-tools/contract";
import { executeInSession } from "@/lib/meta-tools/in-session";

export const POST = defineRoute(
  metaApi.executeInSession,
  ({ params, body }, caller, { headers, signal, requestId, answer }) =>
    executeInSession(caller, params.session_id, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      // Sessions have no versions of their own: the project's, or the latest.
      versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
      ...idempotencyFacts(headers, answer),
    }),
);
