/** POST /api/v3/internal/patchbay/sessions/{session_id}/workbench/interrupt */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { interruptCell } from "@/lib/notebook/cells/control";
import { notebookApi } from "@/lib/notebook/contract";

export const POST = defineRoute(notebookApi.interruptCell, ({ params }, { projectId }) =>
  interruptCell(projectId, params.session_id),
);
