/** The meanings of error codes. Pure. */

/** Codes that providers and this server often return. */
export const CODES: Readonly<Record<string, string>> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  422: "Invalid arguments",
  429: "Too many requests",
  500: "Server error",
  502: "Unreachable or bad gateway",
  503: "Not available",
  504: "Timed out",
};

/** This server's own codes, in addition to those of HTTP. */
const OWN_CODES: Readonly<Record<string, string>> = {
  1803: "No matching connected account",
  1812: "Several accounts, none selected",
};

/** A map, because a tool can fail with any code, including "constructor". */
const WORDS = new Map(Object.entries({ ...CODES, ...OWN_CODES }));

/** Empty if the code is unknown. */
export const codeWords = (code: string): string => WORDS.get(code) ?? "";

/** "HTTP status 404: Not found". */
export function codeTitle(code: string): string {
  const isHttp = /^[1-5]\d\d$/.test(code);
  const words = codeWords(code);
  return `${isHttp ? "HTTP status" : "Error code"} ${code}${words ? `: ${words}` : ""}`;
}
