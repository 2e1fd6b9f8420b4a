/** The name that a mistyped one was most likely meant to be. Pure. */

/**
 * The letters to change, add, remove or swap with their neighbor to turn one text into the other (optimal string alignment);
 * Infinity for more than `most`. It stops as soon as that is certain: a program may send many names that are like nothing.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let least = 0;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
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
export function isLikeName(name: string, known: string): boolean {
  const [wanted, candidate] = [plain(name.slice(0, 64)), plain(known)];
  const most = candidate.length >= 10 ? 2 : 1;
  return distance(wanted, candidate, most) <= most;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * The known name most similar to an unknown one; undefined if none is similar enough.
 * @param compared at most so many of the known ones are looked at
 */
export function nearestName(unknown: string, known: readonly string[], compared = 200): string | undefined {
  const wanted = plain(unknown.slice(0, 64));
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = known
    .slice(0, compared)
    .map((name) => {
      const candidate = plain(name);
      const contained =
        wanted.length > 2 && candidate.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate));
      return { name, score: candidate === wanted ? 0 : contained ? 1 : distance(wanted, candidate, most) };
    })
    .sort((a, b) => a.score - b.score);
  const best = ranked[0];
  return best && best.score <= most ? best.name : undefined;
}
