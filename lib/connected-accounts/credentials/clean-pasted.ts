/** Values of a connection as people paste them, with what came along. Pure. */
import type { AuthField, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";

/** Signs that nobody sees: they come with text that is copied from pages. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const QUOTES = /^(["'`\u201c\u2018\u00ab])([^"'`]*)(["'`\u201d\u2019\u00bb])$/;
const SCHEME_NAME = /^(?:authorization\s*:\s*)?(?:bearer|token)\s+(?=\S+$)/i;
/** Fields that hold a whole host, without http:// and a path. */
const HOST = /^(?:[a-z]+_)?(?:host|domain|server|account)$/;
const SUBDOMAIN = /^(?:[a-z]+_)?sub_?domain$/;
const ADDRESS = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i;
/** A host below somebody's domain, as `acme.zendesk.com/`; two labels alone are a mistake, which is refused later. */
const HOST_BELOW = /^[\w-]+(?:\.[\w-]+){2,}\/*$/;

function placeOf(name: string, value: string): string {
  const host = ADDRESS.exec(value)?.[1];
  if (SUBDOMAIN.test(name)) return host || HOST_BELOW.test(value) ? ((host ?? value).split(".")[0] ?? value) : value;
  return HOST.test(name) && host !== undefined ? host : value;
}

/** Whether the scheme puts this field behind `Bearer` itself. */
const isToken = ({ apply }: ToolkitAuthScheme, name: string): boolean =>
  apply.some(({ value }) => value.includes(`{${name}}`) && /^(?:Bearer|Token) /i.test(value)) ||
  /^(?:access_|bearer_|generic_)?token$/.test(name);

/**
 * A value without what people paste along: blanks and unseen signs, quotes, `Bearer `, and an address around a
 * subdomain.
 */
export function cleanPasted(
  scheme: ToolkitAuthScheme,
  field: Pick<AuthField, "name" | "type"> | undefined,
  value: string,
): string {
  if (field?.type === "text" || value.length > 10_000) return value;
  const plain = value.replace(UNSEEN, "").trim();
  const unquoted = (QUOTES.exec(plain)?.[2] ?? plain).trim();
  const name = field?.name ?? "";
  const token = isToken(scheme, name) ? unquoted.replace(SCHEME_NAME, "") : unquoted;
  return placeOf(name, token);
}
