/** Origins whose pages can show the connect page in a frame. Pure. */

export const FRAME_ORIGIN = "must be an origin: https, host and port alone (http on localhost)";

const isLocal = (host: string): boolean => host === "localhost" || host.endsWith(".localhost") || host === "127.0.0.1";

/**
 * Whether the text is the origin of a page that nobody on the way can change. A policy knows no IPv6 addresses, and an
 * origin in this form contains nothing that ends a source of a policy.
 */
export function isFrameOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.origin !== text || /[^a-z0-9.:/-]/.test(text)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(url.hostname));
}
