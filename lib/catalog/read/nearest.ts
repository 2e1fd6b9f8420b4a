/** Finds names similar to a mistyped name. */
import { nearestName } from "@/lib/kernel/text/nearest-name";

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Pairs of neighboring characters: equal for most typing errors. */
function pairs(text: string): Set<string> {
  const letterPairs = new Set<string>();
  for (let index = 0; index < text.length - 1; index++) letterPairs.add(text.slice(index, index + 2));
  return letterPairs;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const item of a) if (b.has(item)) both += 1;
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size);
}

/** Longer texts are mistypings of no name. */
const LONGEST = 128;

/** The threshold of similarity. Words and letters of two names together have a similarity from 0 to 2. */
const MIN_SHARED = 0.7;
/** The threshold for a single short word, where only letters can be compared. */
const MIN_SHARED_OF_A_WORD = 0.3;

/** Up to `count` of the names that resemble `wanted` most, best first; names that share little are left out. */
export function nearest(query: string, names: readonly string[], count: number, least = MIN_SHARED): string[] {
  const text = query.slice(0, LONGEST);
  const [words, letters] = [new Set(wordsOf(text)), pairs(text.toLowerCase())];
  return names
    .map((name) => ({
      name,
      score: shared(words, new Set(wordsOf(name))) + shared(letters, pairs(name.toLowerCase())),
    }))
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Comparing one name costs some microseconds, and the catalog has tens of thousands. */
const MAX_COMPARED = 2_000;
/** Toolkits with names similar to a mistyped name. */
const MAX_PREFIXES = 3;

/** The first word, which is the toolkit's or its beginning. */
function beginningOf(slug: string): string {
  const end = slug.indexOf("_");
  return end < 0 ? slug : slug.slice(0, end);
}

/**
 * Similar slugs of tools, which begin with their toolkit. Only slugs with the same first word are compared. If no slug
 * has that word, the slugs of the toolkits with the most similar first words are compared; 2,000 at most.
 */
export function nearestSlugs(query: string, slugs: readonly string[], count: number): string[] {
  const text = query.slice(0, LONGEST).toUpperCase();
  const beginning = beginningOf(text);
  let candidates = slugs.filter((slug) => beginningOf(slug) === beginning);
  if (candidates.length === 0) {
    const others = [...new Set(slugs.map(beginningOf))];
    const beginnings = new Set(nearest(beginning, others, MAX_PREFIXES, MIN_SHARED_OF_A_WORD));
    candidates = slugs.filter((slug) => beginnings.has(beginningOf(slug)));
  }
  return nearest(text, candidates.slice(0, MAX_COMPARED), count);
}

/**
 * Similar slugs of toolkits. They are short, and one wrong letter changes most pairs of letters, so the slug with the
 * fewest changes of letters comes first.
 */
export function nearestToolkits(query: string, slugs: readonly string[], count: number): string[] {
  const text = query.slice(0, LONGEST).toLowerCase();
  const typed = nearestName(text, slugs, MAX_COMPARED);
  const others = nearest(text, slugs, count).filter((slug) => slug !== typed);
  return [...(typed === undefined ? [] : [typed]), ...others].slice(0, count);
}

/** Suggests similar names for an unknown name; `otherwise` without similar names. */
export function meantNames(near: readonly string[], otherwise: string): string {
  if (near.length === 0) return otherwise;
  return near.length === 1 ? `Did you mean ${near[0]}?` : `Use one of: ${near.join(", ")}.`;
}
