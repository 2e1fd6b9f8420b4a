/** Finds numbers in JSON text that JavaScript would change without a word: ids of 64 bits, and what is beyond all numbers. Pure. */

/** Most bodies hold no such run of digits and no such exponent, and are not looked at further. */
const SUSPECT = /\d{16}|\d[eE]\+?\d{3}/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?/;

/** Whether a number of the text has another value after parsing. Fractions may lose digits after the 17th, as everywhere. */
function isChanged(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) && BigInt(value) !== BigInt(literal);
}

/** The first number of valid JSON text that cannot be carried exactly; undefined when all can. */
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
