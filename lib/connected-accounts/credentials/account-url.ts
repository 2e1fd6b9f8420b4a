/** Allowed targets of a request with credentials: the account's base URL, and the hosts of its toolkit. Pure. */
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { ApiError } from "@/lib/kernel/errors";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import { isUrl } from "@/lib/kernel/text/is-url";
import { fillBaseUrl } from "./fill-base-url";
import { fillPlaced, NOTHING_PLACED, type PlacedValues } from "./placed-values";

/** The values of a connection, the base URL that replaces the toolkit's, and what a caller puts into the address. */
type Connection = { baseUrl?: string; values: Readonly<Record<string, string>>; placed?: PlacedValues };

/**
 * The base URL of a connection: its own, else the toolkit's with the connection's values. @throws ApiError BadRequest
 */
export function baseUrlOf(toolkit: Pick<Toolkit, "slug" | "baseUrl">, access: Connection): string {
  if (access.baseUrl) return withoutEndSlashes(access.baseUrl);
  if (toolkit.baseUrl) return fillBaseUrl(fillPlaced(toolkit.baseUrl, access.placed ?? NOTHING_PLACED), access.values);
  throw new ApiError("BadRequest", `${toolkit.slug} has no base URL, so a relative URL can't be used.`, {
    suggestedFix: "Send an absolute URL on one of the toolkit's hosts.",
  });
}

/** The toolkit's hosts, filled with the connection's values; a host that lacks a value is left out. */
function hostsOf(toolkit: Pick<Toolkit, "meta">, values: Readonly<Record<string, string>>): string[] {
  return toolkit.meta.hosts.flatMap((pattern) => {
    const host = pattern.replace(
      /\{([A-Za-z0-9_]+)\}/g,
      (_, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? "\0",
    );
    return /^[A-Za-z0-9.:-]+$/.test(host) ? [host.toLowerCase()] : [];
  });
}

/**
 * Whether an account's credentials are allowed to go to this address: its origin is that of the connection's base URL,
 * or it is one of the toolkit's hosts over https. Values that a caller puts into the address count as the caller's, not
 * as the connection's.
 */
export function isOwnAddress(
  address: string,
  toolkit: Pick<Toolkit, "slug" | "baseUrl" | "meta">,
  { baseUrl, values }: Pick<Connection, "baseUrl" | "values">,
): boolean {
  const url = isUrl(address) ? new URL(address) : undefined;
  if (!url || url.username || url.password) return false;
  const base = ownBase(toolkit, { ...(baseUrl && { baseUrl }), values });
  if (base !== undefined && isUrl(base) && new URL(base).origin === url.origin) return true;
  return url.protocol === "https:" && hostsOf(toolkit, values).includes(url.host);
}

/** The base URL of a connection; undefined where the connection lacks a value for it. */
export function ownBase(toolkit: Pick<Toolkit, "slug" | "baseUrl">, connection: Connection): string | undefined {
  try {
    return baseUrlOf(toolkit, connection);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Joins base and path. `/api/v4/user` on a base that ends in `/api/v4` does not repeat `/api/v4`. */
function join(base: URL, endpoint: string): URL {
  const path = `/${endpoint.replace(/^[/\\]+/, "")}`;
  const prefix = withoutEndSlashes(base.pathname);
  const url =
    prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`))
      ? `${base.origin}${path}`
      : `${base.origin}${prefix}${path}`;
  return new URL(url);
}

/**
 * A base URL from a stored connection or a provider's token response. @throws ApiError BadRequest for an invalid URL
 */
function parsedBase(text: string): URL {
  const url = isUrl(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new ApiError("BadRequest", "The base_url of this connection is not an http(s) URL.", {
    suggestedFix: "Connect the account again with a correct base_url.",
  });
}

/**
 * The address of a request that will carry credentials.
 * @param endpoint a path on the base URL, or an absolute URL
 * @throws ApiError BadRequest for an absolute URL on another host, naming the allowed hosts
 */
export function toAccountUrl(
  endpoint: string,
  toolkit: Pick<Toolkit, "slug" | "baseUrl" | "meta">,
  access: Connection,
): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(endpoint);
  const base = isAbsolute && !access.baseUrl && !toolkit.baseUrl ? undefined : parsedBase(baseUrlOf(toolkit, access));
  if (!isAbsolute && base) return join(base, endpoint).href;
  const url = isUrl(endpoint) ? new URL(endpoint) : undefined;
  const allowed = hostsOf(toolkit, access.values);
  const isOwn = url !== undefined && base !== undefined && url.origin === base.origin;
  if (url && !url.username && !url.password && (isOwn || (url.protocol === "https:" && allowed.includes(url.host))))
    return url.href;
  const names = [...new Set([...(base ? [base.host] : []), ...allowed])].slice(0, 12).join(", ");
  throw new ApiError(
    "BadRequest",
    `The credentials of ${toolkit.slug} are sent to its own hosts only (${names}), over https.`,
    {
      suggestedFix: "Use a path such as /user, or an absolute https URL on one of these hosts.",
    },
  );
}
