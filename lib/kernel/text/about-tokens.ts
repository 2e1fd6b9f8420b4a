/** About how many tokens of a language model a value takes. Pure. */

/** No model counts exactly so, but none is far from it, and it costs nothing to ask. */
const BYTES_A_TOKEN = 4;

/** For as many bytes of text. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_A_TOKEN);

/** For a text. */
export const tokensOfText = (text: string): number => tokensOfBytes(Buffer.byteLength(text));

/** For a value as JSON; 0 for what has no JSON. */
export const aboutTokens = (value: unknown): number => tokensOfText(JSON.stringify(value) ?? "");
