/** DELETE /api/v3/internal/patchbay/find/recipes/{id} */
import { ownRecipesApi } from "@/lib/find/own-recipes/contract";
import { deleteRecipe } from "@/lib/find/own-recipes/recipes";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(ownRecipesApi.deleteOwnRecipe, async ({ params }, { projectId }) => {
  await deleteRecipe(projectId, params.id);
  return { deleted: true };
});
