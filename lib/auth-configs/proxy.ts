/** The proxy of an auth config: its URL in the clear, its key sealed. */
import { Prisma } from "@/lib/kernel/db";
import { assertReachable } from "@/lib/kernel/outbound";
import { open, seal } from "@/lib/kernel/vault";
import { isMasked } from "./mask";

export type ProxyInput = { url: string; key?: string };

type StoredProxy = { url: string; sealedKey?: string };

const place = (projectId: string, id: string) => ({ projectId, rowId: id, column: "auth_config.proxy" });

const isStored = (value: unknown): value is StoredProxy => typeof value === "object" && value !== null && "url" in value;

/**
 * The column's value; null empties it. A masked key keeps the stored one.
 * @throws ApiError BadRequest for a URL that cannot be called
 */
export function sealProxy(projectId: string, id: string, proxy: ProxyInput | null, stored?: unknown): Prisma.InputJsonObject | typeof Prisma.DbNull {
  if (!proxy) return Prisma.DbNull;
  assertReachable(proxy.url, "proxy_config.proxy_url");
  const before = isStored(stored) ? stored.sealedKey : undefined;
  const sealedKey = proxy.key && !isMasked(proxy.key) ? seal(proxy.key, place(projectId, id)) : before;
  return { url: proxy.url, ...(sealedKey && { sealedKey }) };
}

/** What `sealProxy` stored, with its key open; null for none. */
export function openProxy(projectId: string, id: string, stored: unknown): ProxyInput | null {
  if (!isStored(stored)) return null;
  return { url: stored.url, ...(stored.sealedKey && { key: open(stored.sealedKey, place(projectId, id)) }) };
}
