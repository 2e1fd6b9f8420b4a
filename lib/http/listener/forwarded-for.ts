/**
 * The headers with which reverse proxies describe the client: believed only from proxies that the operator has named.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";

const HOPS = "x-forwarded-for";
/** All headers in which proxies describe the client and the requested address; no other headers are used. */
const CLAIMS = [HOPS, "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded", "x-real-ip"];

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const proxies = (): BlockList =>
  processMemory("http.trusted-proxies", () => {
    const list = new BlockList();
    for (const { address, bits } of env().trustedProxies) list.addSubnet(address, bits, familyOf(address));
    return list;
  });

/** Whether an address is a trusted proxy. IPv4 addresses in IPv6 form (`::ffff:10.0.0.1`) count as IPv4. */
const isTrusted = (address: string): boolean => isIP(address) !== 0 && proxies().check(address, familyOf(address));

/** Removes the port that some proxies add: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  hop.startsWith("[") ? hop.slice(1).replace(/\].*$/, "") : hop.replace(/^([\d.]+):\d+$/, "$1");

/**
 * The client's address: going back from the connection, the first hop that is no trusted proxy. Each hop names the
 * previous hop.
 */
function findClient(hops: string, peer: string): string {
  let client = peer;
  for (const hop of hops.split(",").reverse()) {
    const address = withoutPort(hop.trim());
    if (isIP(address) === 0) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
}

function forget(request: IncomingMessage): void {
  for (const name of CLAIMS) delete request.headers[name];
  for (let index = request.rawHeaders.length - 2; index >= 0; index -= 2)
    if (CLAIMS.includes((request.rawHeaders[index] ?? "").toLowerCase())) request.rawHeaders.splice(index, 2);
}

/**
 * Removes the headers about the client that may not be believed. From a trusted proxy all are kept, and X-Forwarded-For
 * is reduced to the client's address; from anybody else all are removed.
 * @param peer the address at the other end of the connection
 */
export function dropUntrustedClaims(request: IncomingMessage, peer: string): void {
  const { headers } = request;
  if (!CLAIMS.some((name) => headers[name] !== undefined)) return;
  if (!isTrusted(peer)) return forget(request);
  const hops = headers[HOPS];
  if (hops !== undefined) headers[HOPS] = findClient(String(hops), peer);
}
