/** Whether a request for the metrics names this server, and not a site whose name was made to lead to this machine. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** `[::1]:9464` to `::1`. */
const toName = (host: string): string => {
  const name = host.replace(/:\d*$/, "").toLowerCase();
  return name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
};

/**
 * A page of any site can have its name lead to loopback, and then read what is served there. Only addresses,
 * `localhost` and the name in the setting are nobody else's. On other addresses the names of a network are welcome.
 * @param host the request's Host, with or without a port; undefined in HTTP/1.0, which no browser speaks
 * @param localAddress the address at which the request arrived
 * @param boundHost the host in the setting
 */
export function isOwnHost(host: string | undefined, localAddress: string | undefined, boundHost: string): boolean {
  if (host === undefined || !isLoopback(localAddress ?? "")) return true;
  const name = toName(host);
  return isIP(name) !== 0 || name === "localhost" || name === boundHost.toLowerCase();
}
