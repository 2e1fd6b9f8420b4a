/** The part of the server that a path leads to, as its calls are counted. */

const DOORS = [
  ["webhooks_in", /^\/api\/v3(?:\.1)?\/webhook_ingress\//],
  ["session", /^\/api\/v3(?:\.1)?\/(?:labs\/)?tool_router\//],
  ["health", /^\/api\/health(?:\/|$)/],
  ["dashboard", /^\/api\/(?:v3(?:\.1)?\/internal|auth)\//],
  ["connect", /^\/(?:connect|my|sign-in|approve)(?:\/|$)|^\/api\/v3(?:\.1)?\/toolkits\/auth\/callback$/],
  ["older", /^\/api\/v[12]\//],
  ["api", /^\/(?:api\/|llms(?:-full)?\.txt$)/],
  ["mcp", /^\/(?:v3\/mcp|mcp\/manage|composio|tool_router)(?:\/|$)/],
  ["oauth", /^\/(?:oauth|\.well-known)\//],
] as const satisfies readonly (readonly [string, RegExp])[];

export type Door = (typeof DOORS)[number][0] | "pages";

/** @param pathname by `normalizeTarget` */
export function doorOf(pathname: string): Door {
  // Most calls: of the patterns only that of the API takes these.
  if (pathname.startsWith("/api/v3/tools/")) return "api";
  for (const [door, pattern] of DOORS) if (pattern.test(pathname)) return door;
  return "pages";
}
