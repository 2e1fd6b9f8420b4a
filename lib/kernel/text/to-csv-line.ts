/** Comma-separated values (RFC 4180) that are safe to open in a spreadsheet. Pure. */

/** Cells that a spreadsheet would run as a formula (OWASP, "CSV Injection"); an apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

function toCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line break. */
export const toCsvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(toCell).join(",")}\r\n`;
