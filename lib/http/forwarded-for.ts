/** The client's address behind a proxy: believed only from a proxy. */
import type { IncomingHttpHeaders } from "node:http";
import { isPublicAddress } from "@/lib/kernel/address-policy";

/**
 * Takes X-Forwarded-For away where the connection itself comes from a public address: then no proxy of the operator wrote
 * it, and a client could count its failed sign-ins on somebody else's address. Next then writes the connection's address.
 */
export function dropClaimedAddress(headers: IncomingHttpHeaders, peer: string | undefined): void {
  if (peer !== undefined && isPublicAddress(peer)) delete headers["x-forwarded-for"];
}
