/**
 * COMPOSIO_MANAGE_SKILL, COMPOSIO_SEARCH_SKILLS and COMPOSIO_USE_SKILL: the project's recipes by another name, which
 * agents of other surfaces know. A skill is a recipe; its id is the recipe's.
 */
import { z } from "zod";
import { rankRecipes } from "@/lib/find/own-recipes/near-recipes";
import { deleteRecipe, listRecipes, requireRecipe } from "@/lib/find/own-recipes/recipes";
import { ApiError } from "@/lib/kernel/errors";
import type { MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { orNotThere, readRecipe, upsertRecipeTool } from "./recipe-tools";

const id = z.string().trim().max(200);

const Change = z.object({ action: z.enum(["create", "update", "delete"]), skill_id: id.nullish() });
const Search = z.object({
  query: z.string().trim().max(1024).nullish(),
  limit: z.number().int().min(1).max(50).default(10),
});
const Load = z.object({ skill_id: id.min(1, "must name a skill") });

function requireId(action: string, skillId: string | null | undefined): string {
  if (skillId) return skillId;
  throw new ApiError("Unprocessable", `A skill cannot be ${action}d without its id.`, {
    errors: ["skill_id: is required"],
    suggestedFix: "COMPOSIO_SEARCH_SKILLS says which skills there are.",
  });
}

/** Creates, changes or deletes a skill. What it consists of is read as COMPOSIO_UPSERT_RECIPE reads it. */
export const manageSkill: MetaTool = (rawArguments, call) =>
  orNotThere(async () => {
    const { action, skill_id: skillId } = readArguments(Change, rawArguments);
    const { projectId } = call.session;
    if (action === "delete") {
      const { id: recipeId, slug } = await requireRecipe(projectId, requireId(action, skillId));
      await deleteRecipe(projectId, recipeId);
      return { data: { skill_id: recipeId, message: `The skill ${slug} was deleted.` }, error: null, successful: true };
    }
    const named =
      action === "update" ? { recipe_id: (await requireRecipe(projectId, requireId(action, skillId))).id } : {};
    const { action: _, skill_id: __, skill_slug: slug, instructions, ...content } = rawArguments;
    const answer = await upsertRecipeTool(
      { ...content, ...named, ...(slug !== undefined && { recipe_slug: slug }), description: instructions },
      call,
    );
    const { recipe_id: recipeId, recipe, ...data } = answer.data;
    return answer.successful ? { ...answer, data: { ...data, skill_id: recipeId, skill: recipe } } : answer;
  });

/** The skills that share words with a query, the best first; without one, those that were changed last. */
export const searchSkills: MetaTool = async (rawArguments, { session: { projectId } }) => {
  const { query, limit } = readArguments(Search, rawArguments);
  const heads = await listRecipes(projectId);
  const skills = (query ? rankRecipes(heads, query) : heads).slice(0, limit).map((head) => ({
    skill_id: head.id,
    skill_slug: head.slug,
    name: head.name,
    use_case: head.useCase,
    tool_slugs: head.requiredTools,
  }));
  return { data: { skills, total: skills.length }, error: null, successful: true };
};

/** A skill whole: the steps to follow, with their tools and pitfalls. */
export const useSkill: MetaTool = (rawArguments, { session: { projectId } }) =>
  orNotThere(async () => {
    const { skill_id: skillId } = readArguments(Load, rawArguments);
    const skill = await readRecipe(projectId, skillId);
    return { data: { skill_id: skill.recipe_id, skill }, error: null, successful: true };
  });
