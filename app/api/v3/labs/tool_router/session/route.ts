/** POST /api/v3/labs/tool_router/session */
import { tellUnused } from "@/app/api/v3/tool_router/session/tell-unused";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { createSession } from "@/lib/sessions/sessions";
import { fromLabs, toLabsAnswer } from "@/lib/sessions/wire";

export const POST = defineRoute(sessionApi.createLabsSession, async ({ body }, { projectId }, facts) => {
  tellUnused(facts);
  return toLabsAnswer(await createSession(projectId, body.user_id, fromLabs(body.config)));
});
