/** COMPOSIO_UPSERT_RECIPE and COMPOSIO_GET_RECIPE: store the steps of a job for the project, and read them again. */
import { findShippedRecipe } from "@/lib/catalog/read/search-tools";
import {
  findRecipe,
  listRecipes,
  requireRecipe,
  unknownRecipe,
  upsertRecipe,
  type OwnRecipe,
} from "@/lib/find/own-recipes/recipes";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Recipe } from "@/lib/search/tool-document";
import type { MetaAnswer, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { KeepArguments, ReadArguments, toRecipeInput } from "./recipe-input";

const shippedToWire = ({ id, useCase, askedAs, steps, pitfalls }: Recipe) => ({
  recipe_id: id,
  use_case: useCase,
  asked_as: [...askedAs],
  steps: steps.map(({ tag, tool, text }) => ({ kind: tag, tool_slug: tool, text })),
  pitfalls: pitfalls.map(({ tool, text }) => ({ tool_slug: tool, text })),
});

const toWire = ({ slug, name, description, code, createdAt, updatedAt, ...recipe }: OwnRecipe) => ({
  ...shippedToWire(recipe),
  recipe_slug: slug,
  name,
  ...(description !== undefined && { description }),
  ...(code !== undefined && { recipe_code: code }),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** The project's own recipe, or else a recipe that came with the server. */
export async function readRecipe(projectId: string, name: string) {
  const recipe = await findRecipe(projectId, name);
  if (recipe) return toWire(recipe);
  const shipped = await findShippedRecipe(name);
  if (!shipped) throw unknownRecipe(name);
  return shippedToWire(shipped);
}

/** A missing recipe is a normal answer, as the official clients expect; other failures are errors of the call. */
export async function orNotThere(work: () => Promise<MetaAnswer>): Promise<MetaAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { data: {}, error: `${error.message} ${error.details.suggestedFix ?? ""}`.trim(), successful: false };
  }
}

/** Stores a recipe. Searches of the project for the same task return its steps as their plan. */
export const upsertRecipeTool: MetaTool = (rawArguments, { session: { projectId } }) =>
  orNotThere(async () => {
    const args = readArguments(KeepArguments, rawArguments);
    const slugOfId = args.recipe_id ? (await requireRecipe(projectId, args.recipe_id)).slug : undefined;
    const input = toRecipeInput(args, slugOfId, () => newId("recipe").toLowerCase().replace("rcp_", "recipe-"));
    const { recipe, isNew } = await upsertRecipe(projectId, input);
    const message = `The recipe ${recipe.slug} was ${isNew ? "made" : "changed"}.`;
    return { data: { message, recipe_id: recipe.id, recipe: toWire(recipe) }, error: null, successful: true };
  });

/** One recipe, by id, slug or name; without any of these, the list of recipes. */
export const getRecipeTool: MetaTool = (args, { session: { projectId } }) =>
  orNotThere(async () => {
    const { recipe_id: id, recipe_slug: slug, name } = readArguments(ReadArguments, args);
    const recipeName = id || slug || name;
    if (recipeName) {
      const recipe = await readRecipe(projectId, recipeName);
      return { data: { recipe_id: recipe.recipe_id, recipe }, error: null, successful: true };
    }
    const recipes = (await listRecipes(projectId)).map((head) => ({
      recipe_id: head.id,
      recipe_slug: head.slug,
      name: head.name,
      use_case: head.useCase,
    }));
    return { data: { recipes, total: recipes.length }, error: null, successful: true };
  });
