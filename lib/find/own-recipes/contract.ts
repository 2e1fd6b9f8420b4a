/** The recipes of a project: agents store them by COMPOSIO_UPSERT_RECIPE, and people read and delete them here. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Find";

const KeptRecipe = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    use_case: z.string(),
    asked_as: z.array(z.string()),
    /** Slugs of the tools that do the job. */
    required_tools: z.array(z.string()),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "KeptRecipe" });

export const ownRecipesApi = {
  listOwnRecipes: operation({
    id: "listOwnRecipes",
    method: "GET",
    path: "/api/v3/internal/patchbay/find/recipes",
    own: true,
    tag,
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "List the project's own recipes, last changed first; there are 200 at most",
    response: z.object({ items: z.array(KeptRecipe) }),
  }),
  deleteOwnRecipe: operation({
    id: "deleteOwnRecipe",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/find/recipes/{id}",
    own: true,
    tag,
    auth: "project",
    permission: "tools:write",
    audit: "recipe.delete",
    summary: "Delete one of the project's own recipes",
    params: z.object({ id: z.string().min(1).max(100) }),
    response: z.object({ deleted: z.boolean() }),
  }),
};
