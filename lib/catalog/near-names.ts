/** Names like a mistyped one. */

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Pairs of neighbouring characters: equal for most typing errors. */
function pairs(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < text.length - 1; at++) found.add(text.slice(at, at + 2));
  return found;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const item of a) if (b.has(item)) both += 1;
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size);
}

/** Longer texts are mistypings of no name. */
const LONGEST = 128;

/** Up to `count` of the names that resemble `wanted` most, best first; names that share little are left out. */
export function nearest(wanted: string, names: readonly string[], count: number): string[] {
  const known = wanted.slice(0, LONGEST);
  const [words, letters] = [new Set(wordsOf(known)), pairs(known.toLowerCase())];
  return names
    .map((name) => ({
      name,
      score: shared(words, new Set(wordsOf(name))) + shared(letters, pairs(name.toLowerCase())),
    }))
    .filter(({ score }) => score > 0.7)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
