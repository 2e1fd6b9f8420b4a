/** Edits (inserted, deleted, replaced and swapped characters) that turn one text into the other. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
  const read = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const distance = Math.min(read(i - 1, j) + 1, read(i, j - 1) + 1, read(i - 1, j - 1) + cost);
      (rows[i] as number[])[j] = isSwap ? Math.min(distance, read(i - 2, j - 2) + 1) : distance;
    }
  return read(a.length, b.length);
}

/** Longer texts are no misspelled names. */
const MAX_LENGTH = 64;

/** The name with the fewest edits, at most a third of its characters; undefined if none is so near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const ranked = names
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}
