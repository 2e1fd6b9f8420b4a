/** The time of an item as its provider writes it: text, seconds or milliseconds. Pure. */

/** What a `Date` holds: a number beyond it is no time. */
const LAST_MS = 8.64e15;
/** A date and time without a zone, which providers of such times mean in UTC. `Date.parse` would take this server's. */
const NO_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

const parsed = (text: string): number => Date.parse(NO_ZONE.test(text) ? `${text.replace(" ", "T")}Z` : text);

/** In milliseconds since 1970; undefined for what is no time. */
export function timeOf(value: unknown): number | undefined {
  const number =
    typeof value === "number" ? value : typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  const ms = Number.isNaN(number) ? parsed(String(value)) : number > 1e11 ? number : number * 1000;
  return Math.abs(ms) <= LAST_MS ? ms : undefined;
}
