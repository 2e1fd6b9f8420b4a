/** Requests that leave through an HTTP proxy of the operator's choice (CONNECT, RFC 9110 section 9.3.6). */
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { ProxyAgent } from "undici";
import { isPublicAddress } from "./address-policy";
import { onStop } from "./lifecycle";
import { once } from "./once";

/** `key` goes into Proxy-Authorization: as it is with a scheme, as user name and password with a colon, else as a bearer token. */
export type ProxyRoute = { url: string; key?: string };

const MOST_PROXIES = 100;

const proxies = () =>
  once("outbound.proxies", () => {
    const made = new LRUCache<string, ProxyAgent>({
      max: MOST_PROXIES,
      dispose: (agent) => void agent.close().catch(() => undefined),
    });
    onStop("outbound.proxies", async () => {
      await Promise.all([...made.values()].map((agent) => agent.destroy()));
    });
    return made;
  });

function authorization(key: string): string {
  if (key.includes(" ")) return key;
  return key.includes(":") ? `Basic ${Buffer.from(key, "utf8").toString("base64")}` : `Bearer ${key}`;
}

/**
 * The agent for a proxy; connections are kept and shared by all who use the same proxy with the same key.
 * @param publicOnly resolves the proxy's name to public addresses alone; undefined where the operator allows its host
 */
export function proxyAgent(
  { url, key }: ProxyRoute,
  publicOnly: LookupFunction | undefined,
  timeoutMs: number,
): ProxyAgent {
  const name = JSON.stringify([url, key ?? "", publicOnly !== undefined]);
  const known = proxies().get(name);
  if (known) return known;
  const agent = new ProxyAgent({
    uri: url,
    proxyTunnel: true,
    connections: 32,
    keepAliveTimeout: 15_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    proxyTls: { timeout: timeoutMs, ...(publicOnly && { lookup: publicOnly }) },
    ...(key && { token: authorization(key) }),
  });
  proxies().set(name, agent);
  return agent;
}

/**
 * Whether a name leads to an address that is not public. The proxy resolves it again and may see another answer; a name
 * that is unknown here is left to the proxy, behind which alone it may exist.
 */
export async function isPrivateName(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/** The proxy's own refusal of a tunnel, in words; undefined for every other failure. */
export function proxyRefusal(error: unknown): string | undefined {
  const status = /^Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : "")?.[1];
  return status && `The proxy of the auth config answered ${status} instead of opening a way to the provider.`;
}
