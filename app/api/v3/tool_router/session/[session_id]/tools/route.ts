/** GET /api/v3/tool_router/session/{session_id}/tools */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { metaApi } from "@/lib/meta-tools/contract";
import { listSessionTools } from "@/lib/meta-tools/session-tools";
import { requireSession } from "@/lib/tool-router/sessions/sessions";

export const GET = defineRoute(metaApi.listSessionTools, async ({ params, query }, { projectId }) =>
  listSessionTools(await requireSession(projectId, params.session_id), query),
);
