/** POST /api/v3/tool_router/session/{session_id}/search */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toLogSource } from "@/lib/logs/log-source";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { searchForSession } from "@/lib/sessions/meta-tools/search/search-for-session";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { recordSessionCost } from "@/lib/sessions/store/session-costs";
import { requireSession } from "@/lib/sessions/sessions";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  metaApi.searchInSession,
  async ({ params, body }, caller, { headers, signal, requestId }) => {
    const session = await requireSession(caller.projectId, params.session_id);
    const call = { caller, session, facts: { source: toLogSource(headers), signal, requestId } };
    const answer = await searchForSession(call, body);
    recordSessionCost(session, { schemas: aboutTokens(answer) });
    return answer;
  },
  rules.inSession,
);
