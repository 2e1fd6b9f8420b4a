/** The part of a text that changed, between what stayed at its beginning and at its end. Pure, and linear. */

type SplitChange = { start: string; removed: string; added: string; end: string };

/** How many parts are equal from the beginning, at most `limit`. */
function countEqual(before: readonly string[], after: readonly string[], limit: number, fromEnd: boolean): number {
  let count = 0;
  const partOf = (parts: readonly string[]) => parts[fromEnd ? parts.length - 1 - count : count];
  while (count < limit && partOf(before) === partOf(after)) count++;
  return count;
}

/** Words with the gaps behind them, so that no word is cut. */
const toParts = (text: string): string[] => text.match(/\s*\S+\s*|\s+/g) ?? [];

export function splitChange(before: string, after: string): SplitChange {
  const [from, to] = [toParts(before), toParts(after)];
  const shorter = Math.min(from.length, to.length);
  const start = countEqual(from, to, shorter, false);
  const end = countEqual(from, to, shorter - start, true);
  return {
    start: from.slice(0, start).join(""),
    removed: from.slice(start, from.length - end).join(""),
    added: to.slice(start, to.length - end).join(""),
    end: from.slice(from.length - end).join(""),
  };
}
