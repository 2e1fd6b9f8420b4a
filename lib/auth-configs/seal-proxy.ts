/** The proxy of an auth config: its URL in the clear, its key sealed. */
import { Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { open, seal } from "@/lib/kernel/process/vault";
import { isMasked } from "./mask-secret";

export type ProxyInput = { url: string; key?: string };

type StoredProxy = { url: string; sealedKey?: string };

const sealContext = (projectId: string, id: string) => ({ projectId, rowId: id, column: "auth_config.proxy" });

const isStored = (value: unknown): value is StoredProxy =>
  typeof value === "object" && value !== null && "url" in value;

/**
 * The stored key stays with the origin it was stored for: a person who may change the address must not be able to send
 * it elsewhere, or unencrypted.
 */
function keptKey({ url }: ProxyInput, storedProxy: unknown): string | undefined {
  if (!isStored(storedProxy) || !storedProxy.sealedKey) return undefined;
  const { origin } = new URL(storedProxy.url);
  if (new URL(url).origin === origin) return storedProxy.sealedKey;
  throw new ApiError("BadRequest", `proxy_config.proxy_auth_key: The stored key is the one of ${origin}.`, {
    suggestedFix: "Send the new proxy's key, or an empty one if it has none.",
  });
}

/**
 * The column's value; null empties it. Without a key, or with a masked one, the stored key stays; an empty key removes
 * it.
 * @throws ApiError BadRequest for a URL that cannot be called, and for another origin that would get the stored key
 */
export function sealProxy(
  projectId: string,
  id: string,
  proxy: ProxyInput | null,
  storedProxy?: unknown,
): Prisma.InputJsonObject | typeof Prisma.DbNull {
  if (!proxy) return Prisma.DbNull;
  assertReachable(proxy.url, "proxy_config.proxy_url");
  const { key } = proxy;
  const sealedKey =
    key === undefined || isMasked(key) ? keptKey(proxy, storedProxy) : key && seal(key, sealContext(projectId, id));
  return { url: proxy.url, ...(sealedKey && { sealedKey }) };
}

/** Opens the proxy that `sealProxy` stored; null if there is none. */
export function openProxy(projectId: string, id: string, storedProxy: unknown): ProxyInput | null {
  if (!isStored(storedProxy)) return null;
  return {
    url: storedProxy.url,
    ...(storedProxy.sealedKey && { key: open(storedProxy.sealedKey, sealContext(projectId, id)) }),
  };
}
