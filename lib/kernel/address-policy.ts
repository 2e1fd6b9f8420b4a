/** Which hosts the server may send to: public addresses, and the private ones that the operator lists. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "./env";

/** IPv4 addresses hidden in IPv6 forms are judged by their IPv4 part; everything else that is not plain unicast is private. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv4") return true;
  const parts = (parsed as ipaddr.IPv6).parts;
  // NAT64 with a network-specific prefix and IPv4-compatible addresses (::a.b.c.d, RFC 4291 2.5.5.1) reach IPv4 hosts.
  return !parts.slice(0, 6).every((part) => part === 0);
}

type Pattern = { host: string; port: string };

function splitPattern(pattern: string): Pattern {
  const at = pattern.lastIndexOf(":");
  return {
    host: pattern
      .slice(0, at)
      .replace(/^\[([^\]]+)\]/, "$1")
      .toLowerCase(),
    port: pattern.slice(at + 1),
  };
}

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === "*" || pattern === host) return true;
  if (pattern.startsWith("*.")) return host.endsWith(pattern.slice(1)) && isIP(host) === 0;
  if (!pattern.includes("/") || isIP(host) === 0) return false;
  const [network, bits] = ipaddr.parseCIDR(pattern);
  const address = ipaddr.process(host);
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Whether the operator's list lets tools reach this host and port although it is private. */
export function isAllowedPrivate(host: string, port: string): boolean {
  return env()
    .outboundAllow.map(splitPattern)
    .some((pattern) => (pattern.port === "*" || pattern.port === port) && matchesHost(pattern.host, host));
}
