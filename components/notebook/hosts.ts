/** The hosts that code is allowed to reach, as users type them: one per line. Pure. */
import { Hosts } from "./form-schemas";

const HTTPS = 443;

export const toHosts = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** An error about the first invalid entry of a list; undefined if the list is valid. */
export function findWrongHost(text: string): string | undefined {
  const hosts = toHosts(text);
  const checked = Hosts.safeParse({ hosts });
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  const index = issue?.path[1];
  if (typeof index === "number") return `“${hosts[index]?.slice(0, 80)}” ${issue?.message}.`;
  return `These are ${hosts.length} hosts. The list has at most 100.`;
}

/** An entry that names a host and port. */
export const toEntry = ({ host, port }: { host: string; port: number }): string =>
  port === HTTPS ? host : `${host}:${port}`;

/** The text with one more entry. */
export const withHost = (text: string, entry: string): string =>
  toHosts(text).includes(entry) ? text : [...toHosts(text), entry].join("\n");

/** Returns whether a list can contain the entry. IP addresses and names of the local machine are never allowed. */
export const canBeListed = (entry: string): boolean => findWrongHost(entry) === undefined;
