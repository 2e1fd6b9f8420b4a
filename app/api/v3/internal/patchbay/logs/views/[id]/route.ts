/** PATCH, DELETE /api/v3/internal/patchbay/logs/views/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { savedViewsApi } from "@/lib/logs/views/contract";
import { deleteSavedView, updateSavedView } from "@/lib/logs/views/saved-views";

export const PATCH = defineRoute(savedViewsApi.updateSavedView, ({ params, body }, { projectId, by }) =>
  updateSavedView({ projectId, userId: by.userId }, params.id, body),
);

export const DELETE = defineRoute(savedViewsApi.deleteSavedView, async ({ params }, { projectId, by }) => {
  await deleteSavedView({ projectId, userId: by.userId }, params.id);
  return { deleted: true };
});
