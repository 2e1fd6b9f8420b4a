/** GET /api/v3/tool_router/session/{session_id}/config_history */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { findVersions, requireSession } from "@/lib/sessions/sessions";
import { toHistory } from "@/lib/sessions/wire";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  sessionApi.listConfigHistory,
  async ({ params, query }, { projectId }) => {
    const session = await requireSession(projectId, params.session_id);
    const { limit } = query;
    const from = query.cursor ? Number(query.cursor) : 0;
    // The present configuration is the first of the list.
    const part = from === 0 ? { skip: 0, take: limit - 1 } : { skip: from - 1, take: limit };
    return toHistory(session, await findVersions(projectId, session.id, part), { from, limit });
  },
  rules.inSession,
);
