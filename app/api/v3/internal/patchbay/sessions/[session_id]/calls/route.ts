/** GET /api/v3/internal/patchbay/sessions/{session_id}/calls */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listSessionCalls } from "@/lib/sessions/calls/list-session-calls";
import { sessionCallsApi } from "@/lib/sessions/calls/contract";

export const GET = defineRoute(sessionCallsApi.listSessionCalls, ({ params, query }, { projectId }) =>
  listSessionCalls(projectId, params.session_id, query),
);
