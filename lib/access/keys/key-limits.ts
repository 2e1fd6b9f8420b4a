/** The limits of a key besides its scopes: toolkits, users, and addresses of clients. Fixed when the key is made. */
import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { Reach } from "../caller";

const texts = z.array(z.string()).optional();
const StoredLimits = z.strictObject({ toolkits: texts, users: texts, networks: texts });

/** A list that is absent limits nothing. */
export type KeyLimits = z.output<typeof StoredLimits>;

/** @returns empty lists for what this version cannot read: a key that nobody understands reaches nothing */
export const readLimits = (value: unknown): KeyLimits =>
  StoredLimits.catch({ toolkits: [], users: [], networks: [] }).parse(value);

/** The toolkits and users that a key is limited to; undefined if neither is limited. */
export const toReach = ({ toolkits, users }: KeyLimits): Reach | undefined =>
  toolkits || users
    ? Object.freeze({ toolkits: toolkits ? new Set(toolkits) : null, users: users ? new Set(users) : null })
    : undefined;

type Address = ReturnType<typeof ipaddr.parse>;
type Network = { address: Address; bits: number };

/** The bits of the network `::ffff:0:0/96`, in which IPv6 contains IPv4 addresses. */
const MAPPED_BITS = 96;

/** An address, or a block such as `10.0.0.0/8`. Blocks of IPv4 addresses in IPv6 form count as IPv4. */
function toNetwork(text: string): Network {
  const [part = "", size] = text.split("/");
  const address = ipaddr.parse(part);
  const bits = size === undefined ? (address.kind() === "ipv6" ? 128 : 32) : Number(size);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? { address: address.toIPv4Address(), bits: bits - MAPPED_BITS } : { address, bits };
}

const contains = (network: Network, address: Address): boolean =>
  network.address.kind() === address.kind() &&
  address.match(network.address as ipaddr.IPv4 & ipaddr.IPv6, network.bits);

/** Checks addresses of clients; undefined if the key works from everywhere. An unknown address is refused. */
export function toAddressCheck({ networks }: KeyLimits): ((address: string | undefined) => boolean) | undefined {
  if (!networks) return undefined;
  const list = networks.map(toNetwork);
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const client = ipaddr.process(address);
    return list.some((network) => contains(network, client));
  };
}
