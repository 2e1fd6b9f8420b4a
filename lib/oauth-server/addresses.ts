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

/** The resource at a path of an MCP endpoint. */
export const resourceAt = (path: string): string => issuer() + path;

/** Where a client that was refused finds out how it gets in (RFC 9728 section 3.1). */
export function metadataUrlOf(path: string): string {
  const { origin, pathname } = new URL(resourceAt(path));
  return `${origin}${METADATA}${pathname}`;
}

/** The id of the MCP server that a resource is; null for anything else. A query says for whom, not what. */
export function serverOfResource(resource: string): string | null {
  if (!isUrl(resource) || resource.includes("#")) return null;
  const { origin, pathname, username, password } = new URL(resource);
  const own = new URL(issuer());
  const base = own.pathname === "/" ? "" : own.pathname;
  if (origin !== own.origin || username || password || !pathname.startsWith(base)) return null;
  return ENDPOINT_PATH.exec(pathname.slice(base.length).replace(/\/$/, ""))?.[1] ?? null;
}
