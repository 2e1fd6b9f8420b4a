/** An index that is ready to be asked. */
import type { SearchIndex } from "./search-index";
import type { Recipe } from "./tool-document";
import { openKinds, type OpenKinds } from "./kinds";
import { nearWords, type NearWords } from "./near-words";
import { requiredTools } from "./recipe-documents";
import { toolkitNames, type ToolkitNames } from "./toolkit-names";
import { toolkitSizes } from "./toolkit-sizes";
import { toolkitTexts, type ToolkitTexts } from "./toolkit-texts";

/** Of a word that no other tool has. */
const UNKNOWN_RARITY = 10;

/** How many tools have a term. */
export const countOf = ({ postingStarts }: SearchIndex, term: number): number =>
  (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0);

/** BM25's inverse document frequency. */
const rarityOf = (tools: number, count: number): number => Math.log(1 + (tools - count + 0.5) / (count + 0.5));

export type OpenRecipe = {
  recipe: Recipe;
  /** Slugs of the tools that do the job, of their toolkits, and of the toolkits of all steps. */
  required: readonly string[];
  needed: ReadonlySet<string>;
  toolkits: ReadonlySet<string>;
};

/** An index with the data that is derived on reading: term numbers, rarity, spellings and names of toolkits. */
export type OpenIndex = {
  index: SearchIndex;
  /** By slug. */
  places: ReadonlyMap<string, number>;
  terms: ReadonlyMap<string, number>;
  rarity: Float32Array;
  /** Whether a term stands in any name or intent. */
  isInPhrases: Uint8Array;
  near: NearWords;
  kinds: OpenKinds;
  names: ToolkitNames;
  /** By toolkit: how many tools it has, and its words. */
  sizes: Uint32Array;
  toolkitTexts: readonly ToolkitTexts[];
  recipes?: { bySlug: ReadonlyMap<string, OpenRecipe>; open: OpenIndex };
  scratch: { scores: Float32Array; touched: Uint32Array; wanted: Float32Array; sums: Float32Array };
};

/** The slug of a tool's toolkit; undefined for an unknown tool. */
export function toolkitOf({ places, index }: Pick<OpenIndex, "places" | "index">, slug: string): string | undefined {
  const toolIndex = places.get(slug);
  return toolIndex === undefined ? undefined : index.toolkits[index.toolkitOf[toolIndex] ?? 0]?.slug;
}

/** Recipes are found like tools; which words are rare, and what apps are called, is known from the tools. */
function openRecipes({ recipes }: SearchIndex, tools: OpenIndex): OpenIndex["recipes"] {
  if (!recipes) return undefined;
  const bySlug = new Map<string, OpenRecipe>();
  for (const recipe of recipes.list) {
    const required = requiredTools(recipe);
    const homesOf = (slugs: readonly string[]) => new Set(slugs.flatMap((slug) => toolkitOf(tools, slug) ?? []));
    const toolkits = homesOf(recipe.steps.map(({ tool }) => tool));
    bySlug.set(recipe.id, { recipe, required, needed: homesOf(required), toolkits });
  }
  return { bySlug, open: { ...openIndex(recipes.index, tools), names: tools.names } };
}

/** @param beside a large index whose rarity of words is used, if the index is too small for its own */
export function openIndex(index: SearchIndex, beside?: OpenIndex): OpenIndex {
  const open = openTools(index, beside);
  const recipes = openRecipes(index, open);
  return recipes ? { ...open, recipes } : open;
}

function openTools(index: SearchIndex, beside?: OpenIndex): OpenIndex {
  const terms = new Map(index.terms.map((term, termIndex) => [term, termIndex]));
  const tools = index.slugs.length;
  const isInPhrases = new Uint8Array(index.terms.length);
  for (const term of index.phraseTerms) isInPhrases[term] = 1;
  return {
    index,
    places: new Map(index.slugs.map((slug, slugIndex) => [slug, slugIndex])),
    terms,
    rarity: Float32Array.from(index.terms, (term, termIndex) =>
      beside
        ? (beside.rarity[beside.terms.get(term) ?? -1] ?? UNKNOWN_RARITY)
        : rarityOf(tools, countOf(index, termIndex)),
    ),
    isInPhrases,
    near: nearWords(index.terms),
    kinds: beside?.kinds ?? openKinds({ marks: index.kindMarks, weights: index.kindWeights }),
    names: toolkitNames(index, terms),
    sizes: toolkitSizes(index),
    toolkitTexts: index.toolkits.map(toolkitTexts),
    scratch: {
      scores: new Float32Array(tools),
      touched: new Uint32Array(tools),
      wanted: new Float32Array(index.terms.length),
      sums: new Float32Array(index.toolkits.length),
    },
  };
}
