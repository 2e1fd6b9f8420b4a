/** The functions that an agent's search, and a recipe, run on one text. */
import { nearRecipes } from "@/lib/find/own-recipes/near-recipes";
import { KeepArguments } from "@/lib/sessions/meta-tools/recipes/recipe-input";
import { knownNames } from "@/lib/sessions/meta-tools/search/known-names";
import { findOwnTools, ownToolsOf } from "@/lib/sessions/meta-tools/search/own-tools";
import { findTools } from "@/lib/search/find-tools";
import { index } from "./subjects";

const RECIPE = { id: "rcp_1", slug: "a", askedAs: [], requiredTools: ["A_TOOL"], updatedAt: new Date(0) };
const OWN_TOOL = { slug: "a", name: "a", input_schema: {} };

export const SEARCH_FUNCTIONS: Record<string, (text: string) => unknown> = {
  findTools: (text) => findTools(index, text, { limit: 20, explain: true }),
  nearRecipes: (text) => nearRecipes([{ ...RECIPE, useCase: text, name: text }], text, []),
  findOwnTools: (text) => findOwnTools(ownToolsOf({ custom_tools: [{ ...OWN_TOOL, description: text }] }), text),
  knownNames,
  "KeepArguments of a program": (text) =>
    KeepArguments.safeParse({ name: text.slice(0, 200), recipe_code: text.slice(0, 100_000), recipe_slug: text }),
};
