/** GET, PATCH, DELETE /api/v3/tool_router/session/{session_id} */
import { limitedOf } from "@/lib/access/keys/limited-of";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { deleteSession, requireSession, updateSession } from "@/lib/sessions/sessions";
import { dropSession } from "@/lib/workbench/session-files";
import { toSessionAnswer } from "@/lib/sessions/wire";
import { tellUnused } from "../tell-unused";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  sessionApi.getAgentSession,
  async ({ params }, { projectId }) => toSessionAnswer(await requireSession(projectId, params.session_id)),
  rules.inSession,
);

export const PATCH = defineRoute(
  sessionApi.updateSession,
  async ({ params, body }, caller, facts) => {
    const { expected_config_version: expected, ...settings } = body;
    const unused = tellUnused(facts, body);
    const terms = { expected, reach: limitedOf(caller)?.reach };
    return toSessionAnswer(await updateSession(caller.projectId, params.session_id, settings, terms), { unused });
  },
  rules.inSession,
);

export const DELETE = defineRoute(
  sessionApi.deleteSession,
  async ({ params }, { projectId }, { requestId }) => {
    await deleteSession(projectId, params.session_id);
    await dropSession(projectId, params.session_id, { requestId });
    return { session_id: params.session_id, deleted: true as const };
  },
  rules.inSession,
);
