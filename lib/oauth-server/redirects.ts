/** Where a client may be sent back to. Pure. */

import { isUrl } from "@/lib/kernel/text/is-url";
const MAX_LENGTH = 2000;
/** Schemes that a browser runs or shows itself, or that lead to something else than a program's callback. */
const NO_CALLBACK = new Set(
  (
    "about: blob: chrome: content: data: file: filesystem: ftp: intent: jar: javascript: mailto: resource: " +
    "sms: tel: vbscript: view-source: ws: wss:"
  ).split(" "),
);

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);

/** Control characters and blanks, which the parser of URLs would drop or move. */
const ODD = /[\s\p{Cc}\\]/u;

/** Why an address is no redirect URI; null for an address that a client may register. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (ODD.test(uri) || !isUrl(uri)) return "must be an absolute URL";
  const url = new URL(uri);
  if (uri.includes("#")) return "must have no fragment";
  if (url.username || url.password) return "must hold no user name";
  if (NO_CALLBACK.has(url.protocol)) return "must lead to a program or a page";
  if (url.protocol === "http:" && !isLoopback(url)) return "must be https, or http on this computer (127.0.0.1)";
  return null;
}

/** A loopback address without its port, which the system chooses when the client starts (RFC 8252 section 7.3). */
function withoutPort(uri: string): string | null {
  const url = new URL(uri);
  if (!isLoopback(url)) return null;
  url.port = "";
  return url.href;
}

/** Whether an address is registered: the same text, except for the port on this computer. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (redirectProblem(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  const plain = withoutPort(uri);
  return plain !== null && registered.some((registeredUri) => withoutPort(registeredUri) === plain);
}

/** The address with parameters added to its own. */
export function withParameters(uri: string, added: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(added).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`;
}
