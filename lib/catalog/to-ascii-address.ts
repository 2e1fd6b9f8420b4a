/** Email addresses and names of hosts with letters of any language, for handlers and connections. Pure. */
import { domainToASCII } from "node:url";

const HOST_LETTERS = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const ASCII_HOST = /^[a-z0-9.-]+$/;
/** Of a host name (RFC 1035, 2.3.4). */
const MAX_HOST_LENGTH = 253;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * A host as servers of names know it: `müller.example` is `xn--mller-kva.example` (RFC 5891). ASCII stays as it is;
 * undefined for what is no name of a host.
 */
export function toAsciiHost(host: string): string | undefined {
  if (isAscii(host)) return host;
  if (host.length > MAX_HOST_LENGTH || !HOST_LETTERS.test(host)) return undefined;
  const ascii = domainToASCII(host);
  return ascii.length <= MAX_HOST_LENGTH && ASCII_HOST.test(ascii) ? ascii : undefined;
}

/**
 * An address with its domain in ASCII, which every mail server accepts; the unchanged text if it is no such address.
 */
export function toAsciiAddress(address: string): string {
  if (isAscii(address)) return address;
  const index = address.lastIndexOf("@");
  const host = index > 0 ? toAsciiHost(address.slice(index + 1).trim()) : undefined;
  return host === undefined ? address : `${address.slice(0, index)}@${host}`;
}
