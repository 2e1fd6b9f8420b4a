/** The part of an address that decides who gets a request. */

/** Scheme, host and port of an address, with its places as they are written. */
export const originOf = (address: string): string => /^(?:[a-z]+:\/\/)?[^/?#\\]*/i.exec(address)?.[0] ?? address;
