/** The meanings of error codes. Pure. */

/** Codes that providers and this server often return. */
export const CODES: Readonly<Record<string, string>> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  422: "Arguments refused",
  429: "Too many requests",
  500: "Error of a server",
  502: "Not reached, or a bad gateway",
  503: "Not available",
  504: "No answer in time",
};

/** This server's own codes, in addition to those of HTTP. */
const OWN_CODES: Readonly<Record<string, string>> = {
  1803: "No connected account fits",
  1812: "Several accounts, and none was chosen",
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
