/**
 * Texts with `*` for any characters. Matching reads a text once and never goes back, so no text can block the process.
 */

/** Characters that nobody sees: joiners, marks of direction, variants, tags and control characters. */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\s]/gu;

/** A form in which spellings of the same text are equal: case, width, and characters that nobody sees do not count. */
export const toComparable = (text: string): string =>
  isPlain(text) ? text.toLowerCase().trim() : text.normalize("NFKC").replace(UNSEEN, "").toLowerCase().trim();

/** Whether a text has only letters, digits, signs and white space of ASCII: each stands for itself and is seen. */
const isPlain = (text: string): boolean => !/[^\t-\r\x20-\x7e]/.test(text);

/** Tests texts by `toComparable` against a pattern. */
export function toGlob(pattern: string): (comparable: string) => boolean {
  const parts = toComparable(pattern).split("*");
  const first = parts[0] ?? "";
  if (parts.length === 1) return (text) => text === first;
  const last = parts.at(-1) ?? "";
  const middle = parts.slice(1, -1).filter((part) => part !== "");
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const part of middle) {
      const index = text.indexOf(part, from);
      if (index < 0 || index + part.length > end) return false;
      from = index + part.length;
    }
    return true;
  };
}

/** Tests whether one of the patterns fits; exact patterns together cost one look-up. */
export function toGlobs(patterns: readonly string[]): (comparable: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")).map(toComparable));
  const globs = patterns.filter((pattern) => pattern.includes("*")).map(toGlob);
  if (globs.length === 0) return (text) => exact.has(text);
  return (text) => exact.has(text) || globs.some((fits) => fits(text));
}
