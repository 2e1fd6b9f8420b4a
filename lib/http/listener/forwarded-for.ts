/** What a reverse proxy says about the client: believed from the proxies that the operator names, and from nobody else. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";

const HOPS = "x-forwarded-for";
/** Every name under which proxies tell of the client and of the address that it asked; what is not here nobody reads. */
const CLAIMS = [HOPS, "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded", "x-real-ip"];

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const proxies = (): BlockList =>
  processMemory("http.trusted-proxies", () => {
    const list = new BlockList();
    for (const { address, bits } of env().trustedProxies) list.addSubnet(address, bits, familyOf(address));
    return list;
  });

/** IPv4 addresses in IPv6 form (`::ffff:10.0.0.1`) are judged as IPv4. */
const isTrusted = (address: string): boolean => isIP(address) !== 0 && proxies().check(address, familyOf(address));

/** Some proxies write the port too: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  hop.startsWith("[") ? hop.slice(1).replace(/\].*$/, "") : hop.replace(/^([\d.]+):\d+$/, "$1");

/** Every hop is the word of the one after it: from the connection backwards, the first that is no proxy of ours. */
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
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2)
    if (CLAIMS.includes((request.rawHeaders[at] ?? "").toLowerCase())) request.rawHeaders.splice(at, 2);
}

/**
 * Leaves of the headers that tell about the client what may be believed: from a trusted proxy all, with the client's own
 * address alone in X-Forwarded-For; from everybody else nothing.
 * @param peer the other end of the connection
 */
export function settleClaims(request: IncomingMessage, peer: string): void {
  const { headers } = request;
  if (!CLAIMS.some((name) => headers[name] !== undefined)) return;
  if (!isTrusted(peer)) return forget(request);
  const hops = headers[HOPS];
  if (hops !== undefined) headers[HOPS] = findClient(String(hops), peer);
}
