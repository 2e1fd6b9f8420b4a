/** POST /api/v3/internal/patchbay/sessions/{session_id}/workbench/complete */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { completeCode } from "@/lib/notebook/cells/control";
import { notebookApi } from "@/lib/notebook/contract";

export const POST = defineRoute(notebookApi.completeCode, ({ params, body }, { projectId }) =>
  completeCode(projectId, params.session_id, body),
);
