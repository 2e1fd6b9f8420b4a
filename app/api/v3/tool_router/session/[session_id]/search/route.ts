/** POST /api/v3/tool_router/session/{session_id}/search */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toLogSource } from "@/lib/logs/log-source";
import { metaApi } from "@/lib/meta-tools/contract";
import { searchForSession } from "@/lib/meta-tools/search/search-for-session";
import { requireSession } from "@/lib/tool-router/sessions/sessions";

export const POST = defineRoute(
  metaApi.searchInSession,
  async ({ params, body }, caller, { headers, signal, requestId }) => {
    const session = await requireSession(caller.projectId, params.session_id);
    return searchForSession({ caller, session, facts: { source: toLogSource(headers), signal, requestId } }, body);
  },
);
