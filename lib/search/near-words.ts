/** Words of the index with a similar spelling: one letter missing, added, wrong or swapped; two in long words. */

export type NearWords = {
  /** Words by the parts that they are made of. */
  byPart: ReadonlyMap<string, Uint32Array>;
  words: readonly string[];
};

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
const LONG = 8;
/** A part that occurs in more words than this is ignored. */
const MAX_BY_PART = 1_500;
const MAX_CANDIDATES = 60;

const partsOf = (word: string): string[] => {
  const framed = `^${word}$`;
  return Array.from({ length: framed.length - 1 }, (_, index) => framed.slice(index, index + 2));
};

/** Makes words findable by spelling. */
export function nearWords(words: readonly string[]): NearWords {
  const byPart = new Map<string, number[]>();
  words.forEach((word, index) => {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^[a-z]+$/.test(word)) return;
    for (const part of new Set(partsOf(word))) {
      const key = `${part}${word.length}`;
      const list = byPart.get(key);
      if (list) list.push(index);
      else byPart.set(key, [index]);
    }
  });
  return { words, byPart: new Map([...byPart].map(([part, list]) => [part, Uint32Array.from(list)])) };
}

/** The distance of two words (Damerau's, neighbors may be swapped); words have at most 24 letters. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The word with the nearest spelling, and the number of changes; nothing for short words and for words far from all.
 */
export function nearest(near: NearWords, word: string, prefer: (word: number) => number): number | undefined {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^[a-z]+$/.test(word)) return undefined;
  const allowed = word.length >= LONG ? 2 : 1;
  const shared = new Map<number, number>();
  for (let length = word.length - allowed; length <= word.length + allowed; length += 1)
    for (const part of new Set(partsOf(word))) {
      const list = near.byPart.get(`${part}${length}`);
      if (!list || list.length > MAX_BY_PART) continue;
      for (const wordIndex of list) shared.set(wordIndex, (shared.get(wordIndex) ?? 0) + 1);
    }
  const candidates = [...shared].sort((a, b) => b[1] - a[1]).slice(0, MAX_CANDIDATES);
  let best: { at: number; changes: number } | undefined;
  for (const [wordIndex] of candidates) {
    const changes = distance(word, near.words[wordIndex] ?? "");
    if (changes > allowed) continue;
    if (!best || changes < best.changes || (changes === best.changes && prefer(wordIndex) > prefer(best.at)))
      best = { at: wordIndex, changes };
  }
  return best?.at;
}
