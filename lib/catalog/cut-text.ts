/** Parts of long texts, for handlers that give a text piece by piece. Pure. */

/** Moves an index that is between the two UTF-16 units of a character behind or before it. */
const toBoundary = (text: string, index: number, step: 1 | -1): number =>
  (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + step : index;

/**
 * The part of a text from an offset, of about `length` UTF-16 units: no character is cut. `next` is the offset of the
 * rest; undefined at the end.
 */
export function cutText(text: string, offset: number, length: number): { part: string; next: number | undefined } {
  const from = toBoundary(text, offset, -1);
  const to = Math.min(text.length, toBoundary(text, offset + length, 1));
  return { part: text.slice(from, to), next: to < text.length ? to : undefined };
}
