/** GET /api/v3/internal/patchbay/find/recipes */
import { ownRecipesApi } from "@/lib/find/own-recipes/contract";
import { listRecipes, toWireRecipe } from "@/lib/find/own-recipes/recipes";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(ownRecipesApi.listOwnRecipes, async (_, { projectId }) => ({
  items: (await listRecipes(projectId)).map(toWireRecipe),
}));
