/**
 * Recipes as documents of the index, like tools: found by their purpose, and by the words for the tools of their
 * required steps.
 */
import type { Recipe, ToolDocument } from "./tool-document";

/** Slugs of the tools that do a recipe's job. */
export const requiredTools = ({ steps }: Recipe): string[] =>
  steps.filter(({ tag }) => tag === "required").map(({ tool }) => tool);

/** Each belongs to the toolkit of its first required tool. */
export function recipeDocuments(recipes: readonly Recipe[], tools: readonly ToolDocument[]): ToolDocument[] {
  const named = new Set(recipes.flatMap(requiredTools));
  const bySlug = new Map(tools.filter(({ slug }) => named.has(slug)).map((tool) => [tool.slug, tool]));
  return recipes.map((recipe) => {
    const required = requiredTools(recipe).flatMap((slug) => bySlug.get(slug) ?? []);
    const phrases = required.flatMap(({ name, intents }) => [name, ...intents]);
    return {
      slug: recipe.id,
      toolkit: required[0]?.toolkit ?? "",
      name: recipe.useCase,
      description: [...recipe.steps.map(({ text }) => text.replaceAll("`", "")), ...phrases].join(". "),
      intents: recipe.askedAs,
      parameters: [],
      tags: [],
      important: false,
      deprecated: false,
    };
  });
}
