/** Ranks tools by how well their words fit a search. In memory: patterns over long descriptions cost a database far more. */

/** What a tool is searched by. */
export type SearchEntry = { slug: string; words: ReadonlySet<string>; name: string; description: string };

/** Words that say nothing about which tool is meant. */
const EMPTY_WORDS = new Set(["a", "an", "all", "and", "are", "be", "by", "can", "do", "for", "from", "how", "i", "in", "is", "it", "me", "my", "new", "of", "on", "or", "some", "that", "the", "this", "to", "use", "using", "want", "with"]);
const MAX_WORDS = 12;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** A tool's searchable form, made once a catalogue. */
export const toSearchEntry = ({ slug, name, description }: { slug: string; name: string; description: string }): SearchEntry =>
  ({ slug, words: new Set(wordsOf(slug)), name: name.toLowerCase(), description: description.toLowerCase() });

function scoreOf(entry: SearchEntry, word: string): number {
  if (entry.words.has(word)) return 5;
  if (entry.words.has(`${word}s`) || (word.endsWith("s") && entry.words.has(word.slice(0, -1)))) return 4;
  if (entry.name.includes(word)) return 3;
  return entry.description.includes(word) ? 1 : 0;
}

/**
 * Slugs with their ranks. Half of the words must be found, so that a whole sentence finds something too.
 * A search without a telling word finds nothing.
 */
export function rankTools(search: string, entries: readonly SearchEntry[]): { slugs: string[]; ranks: number[] } {
  const all = [...new Set(wordsOf(search))];
  const words = (all.some((word) => !EMPTY_WORDS.has(word)) ? all.filter((word) => !EMPTY_WORDS.has(word)) : all).slice(0, MAX_WORDS);
  const found: { slugs: string[]; ranks: number[] } = { slugs: [], ranks: [] };
  if (words.length === 0) return found;
  for (const entry of entries) {
    let [rank, hits] = [0, 0];
    for (const word of words) {
      const score = scoreOf(entry, word);
      rank += score * 10;
      if (score > 0) hits += 1;
    }
    if (hits * 2 < words.length) continue;
    found.slugs.push(entry.slug);
    // Of two tools with the same words the one with fewer others is the more exact.
    found.ranks.push(rank + Math.max(0, 9 - entry.words.size));
  }
  return found;
}
