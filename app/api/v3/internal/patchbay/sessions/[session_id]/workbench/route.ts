/** GET /api/v3/internal/patchbay/sessions/{session_id}/workbench */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { describeSessionWorkbench } from "@/lib/notebook/cells/describe-session-workbench";
import { notebookApi } from "@/lib/notebook/contract";

export const GET = defineRoute(notebookApi.getWorkbench, ({ params }, { projectId }) =>
  describeSessionWorkbench(projectId, params.session_id),
);
