/** Moves the mark in a list of suggestions. Pure. */

/** Moves from `at` (-1 = no item is marked) by one step in a list of `length` items, and wraps around at both ends. */
export function stepIn(length: number, index: number, step: number): number {
  if (length === 0) return -1;
  if (index < 0) return step > 0 ? 0 : length - 1;
  return (index + step + length) % length;
}
