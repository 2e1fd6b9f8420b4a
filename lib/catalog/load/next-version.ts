/** The name of a toolkit's next version. Pure. */

/** Versions of one day; the last two digits count them. */
const MOST_A_DAY = 99;

const toDay = (time: Date): string => time.toISOString().slice(0, 10).replaceAll("-", "");

/** The day behind `YYYYMMDD`. */
const dayAfter = (day: string): string =>
  toDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)) + 1)));

/**
 * `YYYYMMDD_NN`: of today, or of the latest version's day if the clock is behind it. The hundredth version of a day
 * counts to the next day, so that versions always go up.
 * @param versions those that the toolkit has or had
 */
export function nextVersion(time: Date, versions: readonly string[]): string {
  const last = [...versions].sort().at(-1);
  const today = toDay(time);
  if (last === undefined || last.slice(0, 8) < today) return `${today}_00`;
  const count = Number(last.slice(9)) + 1;
  return count > MOST_A_DAY
    ? `${dayAfter(last.slice(0, 8))}_00`
    : `${last.slice(0, 9)}${String(count).padStart(2, "0")}`;
}
