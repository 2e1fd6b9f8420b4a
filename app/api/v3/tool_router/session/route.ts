/** POST /api/v3/tool_router/session */
import { memberOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { createSession } from "@/lib/sessions/sessions";
import { toSessionAnswer } from "@/lib/sessions/wire";
import { tellUnused } from "./tell-unused";

export const POST = defineRoute(sessionApi.createSession, async ({ body }, caller, facts) => {
  const { user_id: userId, experimental, ...settings } = body;
  const input = { ...settings, ...(experimental && { experimental }) };
  const unused = tellUnused(facts, body);
  return toSessionAnswer(await createSession(caller.projectId, userId, input, memberOf(caller)), { unused });
});
