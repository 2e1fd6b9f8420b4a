/** Lists of addresses in headers (RFC 5322, 3.4): read for replies, and compared. */
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";

/** Characters of a header that are read; a message to 500 people has about half of them. */
export const MAX_HEADER = 50_000;

/**
 * The addresses of a header, each as `ada@example.com` or `Ada Lovelace <ada@example.com>`. Quotes and comments are
 * removed; the name of a group is left out, its members are not.
 */
export function readAddresses(header: string): string[] {
  const addresses: string[] = [];
  let [text, depth, isQuoted, isEscaped] = ["", 0, false, false];
  const endAddress = (): void => {
    if (text.includes("@")) addresses.push(withoutEncodedName(text.trim()));
    text = "";
  };
  for (const sign of header.slice(0, MAX_HEADER)) {
    if (isEscaped) {
      isEscaped = false;
      if (depth === 0) text += sign;
    } else if (sign === "\\") isEscaped = true;
    else if (depth === 0 && sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) text += sign;
    else if (sign === "(") depth += 1;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (sign === "," || sign === ";") endAddress();
    else if (sign === ":") text = "";
    else text += sign;
  }
  endAddress();
  return addresses;
}

/** Drops a name in encoded words, because quoted again it would be shown as code. */
const withoutEncodedName = (text: string): string =>
  text.includes("=?") ? bareAddress(text) : text.replace(/\s+/g, " ");

const bareAddress = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim();

/** A key that all ways to write one address share. */
export const addressKey = (text: string): string => toAsciiAddress(bareAddress(text)).toLowerCase();

/** The addresses without repetitions and without those of the second list. */
export function otherAddresses(addresses: readonly string[], without: readonly string[]): string[] {
  const keys = new Set(without.map(addressKey));
  return addresses.filter((address) => {
    const key = addressKey(address);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
