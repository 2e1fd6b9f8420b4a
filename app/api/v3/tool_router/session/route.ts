/** POST /api/v3/tool_router/session */
import { memberOf } from "@/lib/access/caller";
import { limitedOf } from "@/lib/access/keys/limited-of";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { createSession } from "@/lib/sessions/sessions";
import { toSessionAnswer } from "@/lib/sessions/wire";
import { tellUnused } from "./tell-unused";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  sessionApi.createSession,
  async ({ body }, caller, facts) => {
    const { user_id: userId, experimental, ...settings } = body;
    const input = { ...settings, ...(experimental && { experimental }) };
    const unused = tellUnused(facts, body);
    const creator = { createdBy: memberOf(caller), reach: limitedOf(caller)?.reach };
    return toSessionAnswer(await createSession(caller.projectId, userId, input, creator), { unused });
  },
  rules.createsSession,
);
