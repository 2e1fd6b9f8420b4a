/** GET /api/v3/internal/patchbay/sessions/{session_id}/workbench/variables */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listVariables } from "@/lib/notebook/cells/control";
import { notebookApi } from "@/lib/notebook/contract";

export const GET = defineRoute(notebookApi.listVariables, ({ params }, { projectId }) =>
  listVariables(projectId, params.session_id),
);
