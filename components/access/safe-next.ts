/** The allowed targets of a sign-in: only pages of this server, whatever the link contains. */

/**
 * The `next` parameter as a path on this server, or "/" if it contains anything else (another host, another scheme, a
 * control character).
 */
export function toSafeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(next)) return "/";
  const base = "http://same.invalid";
  const url = URL.canParse(next, base) ? new URL(next, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return "/";
  if (["/login", "/setup", "/register"].includes(url.pathname) || url.pathname.startsWith("/api/")) return "/";
  return url.pathname + url.search + url.hash;
}
