/** Names of an object that nobody reads, and that are like one that is missing. Pure. */
import { nearestName } from "./nearest-name";

/** An object can have many names; nobody reads about more of them. */
const MOST_LOOKED_AT = 50;
const MOST_TOLD = 5;
const LONGEST_NAME = 100;

/**
 * One sentence for each name that is unknown and like a known one that `input` leaves out, five at most.
 * @param what in the sentence: "is not a field of this request"
 */
export function strayNames(
  allowed: readonly string[],
  input: Readonly<Record<string, unknown>>,
  what: string,
): string[] {
  const names = new Set(allowed);
  const missing = allowed.filter((name) => !Object.hasOwn(input, name));
  return Object.keys(input)
    .filter((name) => name.length <= LONGEST_NAME && !names.has(name))
    .slice(0, MOST_LOOKED_AT)
    .flatMap((name) => {
      const near = nearestName(name, missing);
      return near === undefined ? [] : [`${name}: is not a field of ${what}. Did you mean ${near}?`];
    })
    .slice(0, MOST_TOLD);
}
