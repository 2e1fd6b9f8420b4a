/**
 * Texts as PostgreSQL takes them. A column of text has no U+0000; a column of JSON has no half of a surrogate pair
 * either, and refuses the whole statement for one. Whatever others wrote goes through here before it is stored. Pure,
 * and linear.
 */

const SUSPECT = /[\0\ud800-\udfff]/;
/**
 * In JSON text, `JSON.stringify` writes single surrogates and U+0000 as escapes. Escaped backslashes are read along.
 */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const ESCAPE = /\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/** The text with U+FFFD for U+0000 and for halves of surrogate pairs. */
export const storable = (text: string): string =>
  SUSPECT.test(text) ? text.toWellFormed().replaceAll("\0", "\ufffd") : text;

/** Whether the text can be stored, and looked up, as it is. */
export const isStorable = (text: string): boolean =>
  !SUSPECT.test(text) || (text.isWellFormed() && !text.includes("\0"));

/** Whether the unit before this place and the unit behind it are the halves of one character. */
const isInsidePair = (text: string, index: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(index - 1, index + 1));

/** At most the first `max` UTF-16 units of a text, storable, and without the half of a character at the cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return storable(text);
  return storable(text.slice(0, max > 0 && isInsidePair(text, max) ? max - 1 : Math.max(max, 0)));
}

/**
 * Whether JSON text of `JSON.stringify` contains what a column of JSON refuses. Can be wrong for escaped backslashes.
 */
export const mayBeUnstorable = (json: string): boolean => json.includes("\\u") && SUSPECT_ESCAPE.test(json);

/**
 * A value as JSON text for a column: `JSON.stringify`, with U+FFFD for what cannot be stored; "null" for undefined.
 * @throws TypeError as `JSON.stringify`, for a bigint and for circles
 */
export function storableJson(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? "null";
  return mayBeUnstorable(text) ? text.replace(ESCAPE, (escape) => (escape === "\\\\" ? escape : "\ufffd")) : text;
}
