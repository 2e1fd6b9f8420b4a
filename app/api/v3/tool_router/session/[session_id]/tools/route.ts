/** GET /api/v3/tool_router/session/{session_id}/tools */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { listSessionTools } from "@/lib/sessions/list-session-tools";
import { requireSeenSession, requireSession } from "@/lib/sessions/sessions";
import { rules } from "@/lib/reach/rules";

/** A person who looks at the page of a session gives no agent any tools. */
export const GET = defineRoute(
  metaApi.listSessionTools,
  async ({ params, query }, { projectId, by }) => {
    const isForAgent = by.kind !== "session";
    const session = await (isForAgent ? requireSession : requireSeenSession)(projectId, params.session_id);
    return listSessionTools(session, query, { by, isForAgent });
  },
  rules.inSession,
);
