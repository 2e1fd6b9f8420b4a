/** The dashboard's session cookie: its name, and its value in a Cookie header. */
import { env } from "@/lib/kernel/process/env";

export const SESSION_SECONDS = 7 * 24 * 3600;

/** Cookies marked Secure never come back over plain http, so the mark follows the public URL. */
export const usesSecureCookies = (): boolean => env().publicUrl.startsWith("https:");

/** next-auth's default names; the prefix makes browsers refuse the cookie without Secure. */
export const sessionCookieName = (): string => `${usesSecureCookies() ? "__Secure-" : ""}next-auth.session-token`;

/**
 * The Set-Cookie line of a session's token, as next-auth writes it. Its tokens are far below the 4096 bytes at which a
 * cookie must be cut.
 */
export const toSessionCookie = (token: string): string => toCookie(sessionCookieName(), token, SESSION_SECONDS);

/** A Set-Cookie line of ours: no script reads it, and other sites' requests do not carry it. */
export const toCookie = (name: string, value: string, seconds: number): string =>
  [
    `${name}=${value}`,
    "Path=/",
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(usesSecureCookies() ? ["Secure"] : []),
  ].join("; ");

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/** The session's token out of a Cookie header (RFC 6265 4.2); next-auth cuts long ones into `name.0`, `name.1`, ... */
export function readSessionCookie(header: string, name = sessionCookieName()): string | null {
  const chunks: { at: number; value: string }[] = [];
  for (const pair of header.split(";")) {
    const [rawName = "", ...rest] = pair.split("=");
    const cookie = rawName.trim();
    const value = () => decoded(rest.join("=").trim());
    if (cookie === name) return value();
    if (!cookie.startsWith(`${name}.`)) continue;
    const at = cookie.slice(name.length + 1);
    if (/^\d{1,2}$/.test(at)) chunks.push({ at: Number(at), value: value() });
  }
  if (chunks.length === 0) return null;
  return chunks
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
    .join("");
}
