/** Where the mark of a list of suggestions goes. Pure. */

/** From `at` (-1 for none) by one step in a list of `length`; it goes round at both ends. */
export function stepIn(length: number, at: number, step: number): number {
  if (length === 0) return -1;
  if (at < 0) return step > 0 ? 0 : length - 1;
  return (at + step + length) % length;
}
