/** Limits how large and deep JSON may become in memory, before it is parsed. Pure. */
import { ApiError } from "@/lib/kernel/errors";

/**
 * Values of all lists and objects together: each needs much more memory than its text, and time in every later loop.
 */
export const MAX_VALUES = 100_000;
/** Members of objects; their names need memory too. */
export const MAX_NAMES = 50_000;
/** Deeper JSON would need too much stack in recursive code. */
export const MAX_DEPTH = 64;

const refusal = (kind: "PayloadTooLarge" | "Unprocessable", message: string, suggestedFix: string) =>
  new ApiError(kind, message, { suggestedFix });

/** The position of the quote that ends the string at `open`; the end of the text if there is none. */
function endOfString(text: string, open: number): number {
  for (let from = open + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

/**
 * Counts values, names and levels in one pass over the text. Strings are skipped; invalid JSON is left to the parser.
 * @throws ApiError PayloadTooLarge over 100,000 values or 50,000 names, Unprocessable over 64 levels
 */
export function assertJsonSize(text: string): void {
  // So short a text cannot exceed any limit.
  if (text.length <= MAX_DEPTH) return;
  let depth = 0;
  let values = 0;
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = endOfString(text, at);
    else if (code === 44) values++;
    else if (code === 58) names++;
    else if (code === 91 || code === 123) {
      values++;
      if (++depth > MAX_DEPTH)
        throw refusal("Unprocessable", `The body nests deeper than ${MAX_DEPTH} levels.`, "Send flatter JSON.");
    } else if (code === 93 || code === 125) depth--;
    if (values > MAX_VALUES || names > MAX_NAMES)
      throw refusal(
        "PayloadTooLarge",
        values > MAX_VALUES
          ? `The body holds more than ${MAX_VALUES.toLocaleString("en")} values.`
          : `The objects of the body hold more than ${MAX_NAMES.toLocaleString("en")} names.`,
        "Send it in parts, or upload large content as a file and pass its key.",
      );
  }
}
