/** Ranks tools by how well their words fit a search. In memory: patterns over long descriptions cost a database far more. */

export type Named = { slug: string; name: string; description: string };

/** Where a word occurs: numbers of tools, by the part of the tool. */
type Places = { slug: number[]; name: number[]; description: number[] };

/** Tools as they are searched: each word once, with its places. */
export type SearchIndex = {
  slugs: readonly string[];
  /** Number of words in a slug, by tool. */
  lengths: Uint8Array;
  words: ReadonlyMap<string, Places>;
};

/** Words that say nothing about which tool is meant. */
const EMPTY_WORDS = new Set([
  "a",
  "an",
  "all",
  "and",
  "are",
  "be",
  "by",
  "can",
  "do",
  "for",
  "from",
  "how",
  "i",
  "in",
  "is",
  "it",
  "me",
  "my",
  "new",
  "of",
  "on",
  "or",
  "some",
  "that",
  "the",
  "this",
  "to",
  "use",
  "using",
  "want",
  "with",
]);
const MAX_WORDS = 12;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The searchable form of tools, made once a catalogue: 32,000 tools take a quarter of a second. */
export function toSearchIndex(tools: readonly Named[]): SearchIndex {
  const words = new Map<string, Places>();
  const lengths = new Uint8Array(tools.length);
  const note = (part: keyof Places, found: ReadonlySet<string>, at: number): void => {
    for (const word of found) {
      let places = words.get(word);
      if (!places) words.set(word, (places = { slug: [], name: [], description: [] }));
      places[part].push(at);
    }
  };
  tools.forEach(({ slug, name, description }, at) => {
    const inSlug = new Set(wordsOf(slug));
    lengths[at] = Math.min(255, inSlug.size);
    note("slug", inSlug, at);
    note("name", new Set(wordsOf(name)), at);
    note("description", new Set(wordsOf(description)), at);
  });
  return { slugs: tools.map(({ slug }) => slug), lengths, words };
}

const isPlural = (word: string, other: string): boolean => word === `${other}s` || other === `${word}s`;

/** Gives each tool the best score of one word: 5 for a word of its slug, 4 for its plural, 3 within its name, 1 within its description. */
function scoresOf({ slugs, words }: SearchIndex, word: string): Uint8Array {
  const scores = new Uint8Array(slugs.length);
  const raise = (places: number[], score: number): void => {
    for (const at of places) if ((scores[at] ?? 0) < score) scores[at] = score;
  };
  for (const [known, places] of words) {
    if (isPlural(known, word)) raise(places.slug, 4);
    if (!known.includes(word)) continue;
    if (known === word) raise(places.slug, 5);
    raise(places.name, 3);
    raise(places.description, 1);
  }
  return scores;
}

type Ranked = { slugs: string[]; ranks: number[] };

/**
 * Slugs with their ranks. Half of the words must be found, so that a whole sentence finds something too.
 * A search without a telling word finds nothing.
 */
export function rankTools(search: string, indexes: readonly SearchIndex[]): Ranked {
  const all = [...new Set(wordsOf(search))];
  const words = (all.some((word) => !EMPTY_WORDS.has(word)) ? all.filter((word) => !EMPTY_WORDS.has(word)) : all).slice(
    0,
    MAX_WORDS,
  );
  const found: Ranked = { slugs: [], ranks: [] };
  if (words.length > 0) for (const index of indexes) rankIn(index, words, found);
  return found;
}

function rankIn(index: SearchIndex, words: readonly string[], found: Ranked): void {
  const byWord = words.map((word) => scoresOf(index, word));
  index.slugs.forEach((slug, at) => {
    let [rank, hits] = [0, 0];
    for (const scores of byWord) {
      const score = scores[at] ?? 0;
      rank += score * 10;
      if (score > 0) hits += 1;
    }
    if (hits === 0 || hits * 2 < words.length) return;
    found.slugs.push(slug);
    // Of two tools with the same words the one with fewer others is the more exact.
    found.ranks.push(rank + Math.max(0, 9 - (index.lengths[at] ?? 0)));
  });
}
