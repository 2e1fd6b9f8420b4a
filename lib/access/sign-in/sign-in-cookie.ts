/** The dashboard's session cookie: its name, and its value in a Cookie header. */
import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "@/lib/kernel/process/env";

export const SIGN_IN_SECONDS = 7 * 24 * 3600;

/** Cookies marked Secure never come back over plain http, so the mark follows the public URL. */
export const usesSecureCookies = (): boolean => env().publicUrl.startsWith("https:");

/** next-auth's default names; the prefix makes browsers refuse the cookie without Secure. */
export const signInCookieName = (): string => `${usesSecureCookies() ? "__Secure-" : ""}next-auth.session-token`;

/**
 * The Set-Cookie line of a session's token, as next-auth writes it. Its tokens are far below the 4096 bytes at which a
 * cookie must be cut.
 */
export const toSignInCookie = (token: string): string => toCookie(signInCookieName(), token, SIGN_IN_SECONDS);

/** A Set-Cookie line of ours: no script reads it, and other sites' requests do not carry it. */
export const toCookie = (name: string, value: string, seconds: number): string =>
  stringifySetCookie({
    name,
    value,
    maxAge: seconds,
    path: "/",
    httpOnly: true,
    secure: usesSecureCookies(),
    sameSite: "lax",
  });

/**
 * Reads the session's token from a Cookie header (RFC 6265 4.2); next-auth cuts long tokens into `name.0`, `name.1`,
 * ...
 */
export function readSignInCookie(header: string, name = signInCookieName()): string | null {
  const cookies = parseCookie(header);
  const whole = cookies[name];
  if (whole !== undefined) return whole;
  const chunks = Object.entries(cookies)
    .filter(([key]) => key.startsWith(`${name}.`) && /^\d{1,2}$/.test(key.slice(name.length + 1)))
    .sort(([a], [b]) => Number(a.slice(name.length + 1)) - Number(b.slice(name.length + 1)));
  return chunks.length > 0 ? chunks.map(([, value]) => value).join("") : null;
}
