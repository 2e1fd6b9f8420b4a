/**
 * Finds numbers in JSON text that JavaScript would silently change: 64-bit ids, and numbers that are too large. Pure.
 */

/** A quick test: most bodies have no such long number or exponent. */
const SUSPECT = /\d{16}|\d[eE]\+?\d{3}/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?/;

/** Whether a number has another value after parsing. Fractions may lose digits after the 17th, as everywhere. */
function isChanged(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) && BigInt(value) !== BigInt(literal);
}

/** The first number in valid JSON text that would be changed; undefined if there is none. */
export function findInexactNumber(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      for (i++; i < text.length && text.charCodeAt(i) !== 34; i++) if (text.charCodeAt(i) === 92) i++;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const literal = NUMBER.exec(text.slice(i, i + 400))?.[0] ?? "";
      if (literal.length >= 400 || (literal !== "" && isChanged(literal))) return literal;
      i += Math.max(literal.length - 1, 0);
    }
  }
  return undefined;
}
