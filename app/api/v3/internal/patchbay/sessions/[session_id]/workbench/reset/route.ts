/** POST /api/v3/internal/patchbay/sessions/{session_id}/workbench/reset */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { resetWorkbench } from "@/lib/notebook/cells/control";
import { notebookApi } from "@/lib/notebook/contract";

export const POST = defineRoute(notebookApi.resetWorkbench, ({ params }, { projectId }) =>
  resetWorkbench(projectId, params.session_id),
);
