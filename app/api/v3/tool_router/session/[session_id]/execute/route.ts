/** POST /api/v3/tool_router/session/{session_id}/execute */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { runInSession } from "@/lib/sessions/run-in-session";
import { sessionFacts } from "@/lib/sessions/session-facts";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  metaApi.executeInSession,
  ({ params, body }, caller, request) =>
    runInSession(
      { actor: { id: actorOf(caller), name: null }, ...caller },
      params.session_id,
      body,
      sessionFacts(caller, request, idempotencyFacts(request.headers, request.answer)),
    ),
  rules.inSession,
);
