/** GET /api/v3/tool_router/session/{session_id}/toolkits */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { listSessionToolkits } from "@/lib/sessions/list-session-toolkits";
import { requireSession } from "@/lib/sessions/sessions";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  metaApi.listSessionToolkits,
  async ({ params, query }, { projectId }) =>
    listSessionToolkits(await requireSession(projectId, params.session_id), query),
  rules.inSession,
);
