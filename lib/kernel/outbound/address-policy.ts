/** The hosts that the server can send to: public addresses, and the private hosts that the operator lists. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "../process/env";

/** All addresses of hosts on the internet begin so (RFC 4291 section 2.4 and IANA's registry of IPv6 address space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** A public address, but in Azure answered by the host itself, which gives machines their settings and secrets. */
const AZURE_HOST = "168.63.129.16";

/**
 * Whether an address is one of the public internet: IPv4 that no registry keeps for something else, or IPv6 within
 * 2000::/3 likewise. IPv4 addresses written as IPv6 (::ffff:a.b.c.d) are judged by their IPv4 part; every other way to
 * reach IPv4 through IPv6 (NAT64, 6to4, Teredo, IPv4-compatible) is refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : parsed.toString() !== AZURE_HOST;
}

type Pattern = { host: string; port: string };

function splitPattern(pattern: string): Pattern {
  const colon = pattern.lastIndexOf(":");
  return {
    host: pattern
      .slice(0, colon)
      .replace(/^\[([^\]]+)\]/, "$1")
      .toLowerCase(),
    port: pattern.slice(colon + 1),
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

/** The parsed list, as every request is checked against it. */
const split = new WeakMap<readonly string[], Pattern[]>();

/**
 * The sender of a request. Each sender has its own list of the operator, as receivers are chosen by other people than
 * tools are, and the documents of clients by everybody who opens an address. The lists of the gateway and of the key
 * management service are their own addresses.
 */
export type Sender = "tools" | "webhooks" | "clients" | "gateway" | "kms" | "workbench";

/** The setting with the private hosts that a sender can reach. */
export const ALLOW_SETTING = {
  tools: "PATCHBAY_OUTBOUND_ALLOW",
  webhooks: "PATCHBAY_WEBHOOK_ALLOW",
  clients: "PATCHBAY_OAUTH_CLIENT_ALLOW",
  gateway: "PATCHBAY_WORKBENCH_GATEWAY_URL",
  kms: "PATCHBAY_KMS",
  workbench: "PATCHBAY_WORKBENCH_EGRESS_ALLOW",
} as const satisfies Record<Sender, string>;

const NONE: readonly string[] = [];
const LISTS: Readonly<Record<Sender, () => readonly string[]>> = {
  tools: () => env().outboundAllow,
  webhooks: () => env().webhooks.allow,
  clients: () => env().oauthClientAllow,
  gateway: () => env().workbench.gateway?.allow ?? NONE,
  kms: () => env().kms.allow,
  workbench: () => env().workbench.egressAllow,
};

function patterns(sender: Sender): Pattern[] {
  const hosts = LISTS[sender]();
  const parts = split.get(hosts);
  if (parts) return parts;
  const newParts = hosts.map(splitPattern);
  split.set(hosts, newParts);
  return newParts;
}

/** Whether the operator's list lets a sender reach this host and port although it is private. */
export const isAllowedPrivate = (host: string, port: string, sender: Sender = "tools"): boolean =>
  patterns(sender).some(
    (pattern) => (pattern.port === "*" || pattern.port === port) && matchesHost(pattern.host, host),
  );
