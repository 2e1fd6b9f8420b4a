/** Which of a project's own recipes is for what a request asks. Pure. */
import { isEmptyWord, plainWords, termOf } from "@/lib/search/plain-words";
import type { RecipeHead } from "./recipes";

/** A request that has at least this share of a recipe's words matches it without other evidence. */
const ITS_WORDS = 0.8;
/** Words that are this near are enough, if one of its tools was found. */
const SAME_WORDS = 0.6;
/** Longer texts are read up to here. */
const MAX_LENGTH = 1024;

const termsOf = (text: string): Set<string> =>
  new Set(
    plainWords(text.slice(0, MAX_LENGTH))
      .filter((word) => !isEmptyWord(word))
      .map(termOf),
  );

/** A search of several steps looks at the same recipes again and again. */
const termsByHead = new WeakMap<RecipeHead, Set<string>[]>();

function termsOfHead(head: RecipeHead): Set<string>[] {
  const there = termsByHead.get(head);
  if (there) return there;
  const terms = [head.useCase, head.name, ...head.askedAs].map(termsOf);
  termsByHead.set(head, terms);
  return terms;
}

/** How much two texts share, from 0 to 1. */
function nearness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const term of a) if (b.has(term)) both += 1;
  return both === 0 ? 0 : (2 * both) / (a.size + b.size);
}

export type NearRecipe = {
  head: RecipeHead;
  /** It is for the same in the same words. */
  isSame: boolean;
};

/**
 * The recipes that fit a request, the best first.
 * @param foundSlugs slugs of the tools that were found for the same request
 */
export function nearRecipes(heads: readonly RecipeHead[], text: string, foundSlugs: readonly string[]): NearRecipe[] {
  const terms = termsOf(text);
  return heads
    .map((head) => ({
      head,
      near: Math.max(...termsOfHead(head).map((headTerms) => nearness(terms, headTerms))),
    }))
    .filter(
      ({ head, near }) =>
        near >= ITS_WORDS || (near >= SAME_WORDS && head.requiredTools.some((tool) => foundSlugs.includes(tool))),
    )
    .sort((a, b) => b.near - a.near)
    .map(({ head, near }) => ({ head, isSame: near >= ITS_WORDS }));
}

/** All recipes that share a word with a request, the nearest first. */
export function rankRecipes(heads: readonly RecipeHead[], text: string): RecipeHead[] {
  const terms = termsOf(text);
  return heads
    .map((head) => ({ head, near: Math.max(...termsOfHead(head).map((headTerms) => nearness(terms, headTerms))) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .map(({ head }) => head);
}
