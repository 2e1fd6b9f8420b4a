/** GET /api/v3/internal/patchbay/sessions/{session_id}/example */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { findExampleTool } from "@/lib/sessions/find-example-tool";
import { listedSessionsApi } from "@/lib/sessions/list/contract";
import { requireSeenSession } from "@/lib/sessions/sessions";

export const GET = defineRoute(listedSessionsApi.getSessionExample, async ({ params }, { projectId }) => ({
  tool: await findExampleTool(await requireSeenSession(projectId, params.session_id)),
}));
