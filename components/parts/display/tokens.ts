/** Estimates and amounts of tokens of a language model. Pure. */

/** A usual estimate for English and JSON. On the server it is lib/kernel/text/about-tokens.ts, with Node's buffers. */
const BYTES_A_TOKEN = 4;

/** The estimated tokens of a JSON value. */
export const aboutTokens = (value: unknown): number =>
  Math.ceil(new TextEncoder().encode(JSON.stringify(value) ?? "").length / BYTES_A_TOKEN);

/** `940`, `1.2k`, `35k`. */
export function toTokenWords(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 10_000 ? `${(tokens / 1000).toFixed(1)}k` : `${Math.round(tokens / 1000)}k`;
}
