/** Which numbers of JSON a double cannot hold with the digits that they are written with. Pure. */

/** The grammar of RFC 8259, section 6. Each character matches in one way only. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const PARTS = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Longer literals have more digits than any number of 64 bits, and would make exact arithmetic expensive. */
const MAX_LITERAL = 400;

/** Digits without zeros around them, and the position of their decimal point: the same for 1200, 1.2e3 and 1200.0. */
function decimalOf(literal: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = PARTS.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/(?<!0)0+$/, "");
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * Whether a literal that is a number of JSON gets other digits when it is parsed and written again. Fractions below
 * 2^53 can lose digits after the 17th, as everywhere.
 */
export function isChanged(literal: string): boolean {
  if (literal.length > MAX_LITERAL) return NUMBER.test(literal);
  if (!NUMBER.test(literal)) return false;
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  const text = String(value);
  // A whole number is to stay one: programs read 1e+22 as a fraction.
  return /[.eE]/.test(literal) ? decimalOf(text) !== decimalOf(literal) : text !== literal;
}
