/** Browsers in which a person signed in with the password before: strangers' failed tries do not close the account to them. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { derivedKey } from "@/lib/kernel/process/vault";
import { emailOfSession } from "./session-caller";
import { readSessionCookie, toCookie, usesSecureCookies } from "./session-cookie";

/** Browsers keep no cookie longer than 400 days (RFC 6265bis section 5.5). */
const DAYS = 365;
/** 144 random bits in base64url, and the 256 bits of the signature. */
const VALUE = /^([\w-]{24})\.([\w-]{43})$/;

const cookieName = (): string => (usesSecureCookies() ? "__Host-patchbay.browser" : "patchbay.browser");

/** The name of the browser is no secret; bound to the email, it counts for one account alone. */
const sign = (name: string, email: string): Buffer =>
  createHmac("sha256", derivedKey("known browser")).update(`${name}\n${email.toLowerCase()}`).digest();

/**
 * What the browser with this Cookie header is called.
 * @returns null where this person never signed in with it
 */
export function findKnownBrowser(cookieHeader: string | null | undefined, email: string): string | null {
  const [, name, signature] = VALUE.exec((cookieHeader && readSessionCookie(cookieHeader, cookieName())) ?? "") ?? [];
  if (!name || !signature) return null;
  return timingSafeEqual(Buffer.from(signature, "base64url"), sign(name, email)) ? name : null;
}

/**
 * The Set-Cookie line that belongs to next-auth's answer to a password; a browser keeps the name that it has.
 * @param setCookies of that answer
 * @returns null where the answer begins no session
 */
export async function rememberBrowser(
  cookieHeader: string | null,
  setCookies: readonly string[],
): Promise<string | null> {
  const pairs = setCookies.map((line) => line.split(";")[0]).join("; ");
  const email = await emailOfSession(pairs);
  if (email === null) return null;
  const name = findKnownBrowser(cookieHeader, email) ?? randomBytes(18).toString("base64url");
  return toCookie(cookieName(), `${name}.${sign(name, email).toString("base64url")}`, DAYS * 86_400);
}
