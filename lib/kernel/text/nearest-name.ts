/** The name that a mistyped one was most likely meant to be. Pure. */

/**
 * The letters to change, add, remove or swap with their neighbor to turn one text into the other (optimal string
 * alignment); Infinity for more than `most`. It stops as soon as that is certain: a program may send many names that
 * are like nothing.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let least = 0;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    // A swap reaches back two rows.
    const [leastBefore] = [least, (least = Math.min(...next))];
    if (Math.min(leastBefore, least) > most) return Infinity;
    [before, row] = [row, next];
  }
  return (row[b.length] ?? 0) > most ? Infinity : (row[b.length] ?? 0);
}

/** Whether a name is another one but for a letter, or two in a long one; cases and separators do not count. */
export function isLikeName(name: string, other: string): boolean {
  const [plainName, candidate] = [plain(name.slice(0, 64)), plain(other)];
  const most = candidate.length >= 10 ? 2 : 1;
  return distance(plainName, candidate, most) <= most;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * The known name most similar to an unknown name; undefined if no name is similar enough.
 * @param compared maximum of names to compare
 */
export function nearestName(unknown: string, names: readonly string[], compared = 200): string | undefined {
  const plainName = plain(unknown.slice(0, 64));
  const most = Math.max(1, Math.floor(plainName.length / 3));
  const ranked = names
    .slice(0, compared)
    .map((name) => {
      const candidate = plain(name);
      const contained =
        plainName.length > 2 &&
        candidate.length > 2 &&
        (candidate.includes(plainName) || plainName.includes(candidate));
      return { name, score: candidate === plainName ? 0 : contained ? 1 : distance(plainName, candidate, most) };
    })
    .sort((a, b) => a.score - b.score);
  const best = ranked[0];
  return best && best.score <= most ? best.name : undefined;
}
