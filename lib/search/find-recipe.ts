/** Finds the recipe for a request: how people have written down that it is done. */
import type { Recipe } from "./documents";
import { findTools, type Found } from "./find-tools";
import type { OpenIndex } from "./open-index";

/** Recipes that are looked at, the best first. */
const LOOKED_AT = 3;
/** So many of a recipe's required tools must be among the first hits, and one among the very first. */
const LEAST_SHARE = 0.5;
const HITS = 10;
const FIRST_HITS = 3;

/**
 * The recipe that fits a request best; undefined if none surely does. It fits if its words do, and if what was found for
 * the request are the tools that it uses.
 * @param found the tools that were found for the same request
 * @param only toolkits that may be used; all if left out
 */
export function findRecipe(
  { recipes }: OpenIndex,
  text: string,
  { hits }: Found,
  only?: ReadonlySet<string>,
): Recipe | undefined {
  if (!recipes) return undefined;
  const found = findTools(recipes.open, text, { limit: LOOKED_AT });
  if (found.confidence === "low") return undefined;
  const slugs = hits.slice(0, HITS).map(({ slug }) => slug);
  return found.hits
    .flatMap(({ slug }) => recipes.bySlug.get(slug) ?? [])
    .find(({ required, toolkits }) => {
      if (only && ![...toolkits].every((slug) => only.has(slug))) return false;
      const shared = required.filter((slug) => slugs.includes(slug));
      return shared.length >= required.length * LEAST_SHARE && shared.some((slug) => slugs.indexOf(slug) < FIRST_HITS);
    })?.recipe;
}
