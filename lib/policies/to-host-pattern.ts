/** Hosts as patterns, in which `*` stands for a value that a connection fills in. */
import { LRUCache } from "lru-cache";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { isUrl } from "@/lib/kernel/text/is-url";

const toPattern = (host: string): string =>
  host
    .replace(/\{[^}]*\}/g, "*")
    .toLowerCase()
    .replace(/:(443|80)$/, "")
    .replace(/\.$/, "");

/** Addresses repeat from call to call. */
const patterns = new LRUCache<string, { host: string | null }>({ max: 2_000 });

/** The host of an address; null without a host. */
export function toHostPattern(address: string): string | null {
  const pattern = patterns.get(address);
  if (pattern) return pattern.host;
  const host = readHost(address);
  patterns.set(address, { host });
  return host;
}

function readHost(address: string): string | null {
  if (!address.includes("{") && isUrl(address)) return toPattern(new URL(address).host) || null;
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1]?.replace(/^[^@]*@/, "");
  return host ? toPattern(host) : null;
}

/** The hosts of a toolkit. */
export const hostPatternsOf = ({ baseUrl, meta }: Pick<CatalogToolkit, "baseUrl" | "meta">): string[] => {
  const base = baseUrl ? toHostPattern(baseUrl) : null;
  return [...new Set([...meta.hosts.map(toPattern), ...(base ? [base] : [])])];
};
