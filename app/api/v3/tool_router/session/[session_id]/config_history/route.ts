/** GET /api/v3/tool_router/session/{session_id}/config_history */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { findVersions, requireSession } from "@/lib/tool-router/sessions/sessions";
import { toHistory } from "@/lib/tool-router/wire";

export const GET = defineRoute(sessionApi.listConfigHistory, async ({ params, query }, { projectId }) => {
  const session = await requireSession(projectId, params.session_id);
  return toHistory(session, await findVersions(projectId, session.id), query);
});
