/** A number of rows as words. Pure. */

/** Larger numbers are shown as "10,000+": an exact count would be slow. */
export const MAX_SHOWN_TOTAL = 10_000;

/** `isComplete`: whether there are no more rows than `total`. */
export function toTotalWords(total: number, isComplete = true): string {
  const isMore = !isComplete || total > MAX_SHOWN_TOTAL;
  return `${Math.min(total, MAX_SHOWN_TOTAL).toLocaleString("en")}${isMore ? "+" : ""}`;
}
