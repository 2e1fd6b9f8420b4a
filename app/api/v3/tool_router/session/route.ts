/** POST /api/v3/tool_router/session */
import { memberOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { createSession } from "@/lib/tool-router/sessions/sessions";
import { toSessionAnswer } from "@/lib/tool-router/wire";

export const POST = defineRoute(sessionApi.createSession, async ({ body }, caller) => {
  const { user_id: userId, experimental, ...settings } = body;
  const given = { ...settings, ...(experimental && { experimental }) };
  return toSessionAnswer(await createSession(caller.projectId, userId, given, memberOf(caller)));
});
