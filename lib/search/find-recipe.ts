/** Finds the recipe for a request: how people have written down that it is done. */
import type { Recipe } from "./tool-document";
import { findTools, type SearchResult } from "./find-tools";
import type { OpenIndex, OpenRecipe } from "./open-index";
import { isReading } from "./prerequisites-of";
import { WEIGHTS, type Weights } from "./weights";

/** Recipes that are looked at, the best first. */
const LOOKED_AT = 5;
/** A request that has at least this share of a recipe's words matches it without other evidence. */
const ITS_WORDS = 0.8;
/** Words that are this near to what the recipe is for are enough, if one of its tools was found. */
const SAME_WORDS = 0.6;
/** Less near, and all of its tools must have been found. */
const LIKE_WORDS = 0.5;
const HITS = 10;
/** A recipe is of no kind, and the app of its first step is not its topic. */
const OF_RECIPES: Weights = { ...WEIGHTS, kind: 0, topic: 0 };

/** Whether a recipe's apps are allowed and are those that the request names. */
function fitsApps(
  { index }: OpenIndex,
  { toolkits, needed }: OpenRecipe,
  { request }: SearchResult,
  only: ReadonlySet<string> | undefined,
): boolean {
  const named = request.mentions.filter(({ isSure }) => isSure);
  return (
    (!only || [...needed].every((slug) => only.has(slug))) &&
    named.every((mention) =>
      mention.toolkits.some((toolkitIndex) => toolkits.has(index.toolkits[toolkitIndex]?.slug ?? "")),
    )
  );
}

/** Whoever asks to be shown something is not helped by a plan that changes it. */
const fitsEffect = (open: OpenIndex, { required }: OpenRecipe, { request: { effects } }: SearchResult): boolean =>
  effects.size === 0 ||
  [...effects].some((effect) => effect !== "read") ||
  required.every((slug) => isReading(open, slug));

/**
 * The recipe that fits a request best; undefined if none surely does. It fits if it is for the same in nearly the same
 * words, and if what was found for the request are tools that it uses.
 * @param result the tools that were found for the same request
 * @param only toolkits that may be used; all if left out
 */
export function findRecipe(
  open: OpenIndex,
  text: string,
  result: SearchResult,
  only?: ReadonlySet<string>,
): Recipe | undefined {
  if (!open.recipes) return undefined;
  const slugs = new Set(result.hits.slice(0, HITS).map(({ slug }) => slug));
  for (const { slug, phrase } of findTools(open.recipes.open, text, { limit: LOOKED_AT, weights: OF_RECIPES }).hits) {
    const recipe = open.recipes.bySlug.get(slug);
    if (!recipe || phrase < LIKE_WORDS || !fitsApps(open, recipe, result, only) || !fitsEffect(open, recipe, result))
      continue;
    const shared = recipe.required.filter((tool) => slugs.has(tool)).length;
    if (phrase >= ITS_WORDS || shared === recipe.required.length || (shared > 0 && phrase >= SAME_WORDS))
      return recipe.recipe;
  }
  return undefined;
}
