/** GET, PATCH, DELETE /api/v3/internal/patchbay/notebooks/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { savedNotebooksApi } from "@/lib/notebook/saved/contract";
import { deleteNotebook, requireNotebook, updateNotebook } from "@/lib/notebook/saved/notebooks";

export const GET = defineRoute(savedNotebooksApi.getNotebook, ({ params }, { projectId }) =>
  requireNotebook(projectId, params.id),
);

export const PATCH = defineRoute(savedNotebooksApi.updateNotebook, ({ params, body }, { projectId }) =>
  updateNotebook(projectId, params.id, body),
);

export const DELETE = defineRoute(savedNotebooksApi.deleteNotebook, async ({ params }, { projectId }) => {
  await deleteNotebook(projectId, params.id);
  return { deleted: true };
});
