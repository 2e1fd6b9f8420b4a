/** The addresses of the authorization server, and of the MCP servers that it protects (RFC 8707). */
import { isUrl } from "@/lib/kernel/text/is-url";
import { env } from "@/lib/kernel/process/env";

export const ENDPOINT = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/** What RFC 8414 calls the issuer: the public address of this server. */
export const issuer = (): string => env().publicUrl;

const METADATA = "/.well-known/oauth-protected-resource";

/** The paths at which an MCP server answers. */
const ENDPOINT_PATH = /^\/(?:v3\/mcp|composio\/server)\/([\w.~-]{1,200})(?:\/(?:mcp|sse))?$/;

/** The paths at which MCP clients get in by a key alone: the management server, and the sessions. */
const KEY_PATH =
  /^\/(?:mcp\/manage|(?:tool_router|tool_router\/session|tool_router\/v3|v3\/mcp\/tool-router)\/[^/]{1,300}\/mcp)$/;

/** The message about such an address for a client and its user. */
export const KEY_ALONE =
  "This address takes no sign-in (OAuth). It needs a key of the project, in the header x-api-key or as Authorization: Bearer.";

/** The resource at a path of an MCP endpoint. */
export const resourceAt = (path: string): string => issuer() + path;

/** Where a client that was refused finds out how it gets in (RFC 9728 section 3.1). */
export function metadataUrlOf(path: string): string {
  const { origin, pathname } = new URL(resourceAt(path));
  return `${origin}${METADATA}${pathname}`;
}

/**
 * The path of a resource at this server, without what the public address has before it; null for a resource elsewhere.
 */
function pathOf(resource: string): string | null {
  if (!isUrl(resource) || resource.includes("#")) return null;
  const { origin, pathname, username, password } = new URL(resource);
  const issuerUrl = new URL(issuer());
  const base = issuerUrl.pathname === "/" ? "" : issuerUrl.pathname;
  if (origin !== issuerUrl.origin || username || password || !pathname.startsWith(base)) return null;
  return pathname.slice(base.length).replace(/\/$/, "");
}

/** The id of the MCP server of a resource; null for anything else. A query names the user, not the server. */
export const serverOfResource = (resource: string): string | null =>
  ENDPOINT_PATH.exec(pathOf(resource) ?? "")?.[1] ?? null;

/** Whether a resource is an address of this server that takes a key, and no token. */
export const takesKeyAlone = (resource: string): boolean => KEY_PATH.test(pathOf(resource) ?? "");
