/** The hosts that code may reach, as people write them: one a line. Pure. */
import { Hosts } from "./form-schemas";

const HTTPS = 443;

export const toHosts = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** What is wrong with a list, naming the first entry that is; undefined where all is right. */
export function findWrongHost(text: string): string | undefined {
  const hosts = toHosts(text);
  const checked = Hosts.safeParse({ hosts });
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  const at = issue?.path[1];
  if (typeof at === "number") return `“${hosts[at]?.slice(0, 80)}” ${issue?.message}.`;
  return `These are ${hosts.length} hosts. The list has at most 100.`;
}

/** An entry that names a host and port. */
export const toEntry = ({ host, port }: { host: string; port: number }): string =>
  port === HTTPS ? host : `${host}:${port}`;

/** The text with one more entry. */
export const withHost = (text: string, entry: string): string =>
  toHosts(text).includes(entry) ? text : [...toHosts(text), entry].join("\n");

/** Whether a list may name it at all: addresses are never allowed, nor names of one machine's own. */
export const canBeListed = (entry: string): boolean => findWrongHost(entry) === undefined;
