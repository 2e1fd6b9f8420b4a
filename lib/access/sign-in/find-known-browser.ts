/**
 * Recognizes browsers in which a person has signed in before, so that failed tries of strangers do not lock them out.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { derivedKey } from "@/lib/kernel/process/vault";
import { emailOfSignIn } from "./sign-in-caller";
import { readSignInCookie, toCookie, usesSecureCookies } from "./sign-in-cookie";

/** Browsers keep no cookie longer than 400 days (RFC 6265bis section 5.5). */
const DAYS = 365;
/** 144 random bits in base64url, and the 256 bits of the signature. */
const VALUE = /^([\w-]{24})\.([\w-]{43})$/;

const cookieName = (): string => (usesSecureCookies() ? "__Host-patchbay.browser" : "patchbay.browser");

/**
 * Signs the browser's name together with the email, so that it is valid for one account only. The name is no secret.
 */
const sign = (name: string, email: string): Buffer =>
  createHmac("sha256", derivedKey("known browser")).update(`${name}\n${email.toLowerCase()}`).digest();

/**
 * What the browser with this Cookie header is called.
 * @returns null where this person never signed in with it
 */
export function findKnownBrowser(cookieHeader: string | null | undefined, email: string): string | null {
  const [, name, signature] = VALUE.exec((cookieHeader && readSignInCookie(cookieHeader, cookieName())) ?? "") ?? [];
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
  const email = await emailOfSignIn(pairs);
  if (email === null) return null;
  const name = findKnownBrowser(cookieHeader, email) ?? randomBytes(18).toString("base64url");
  return toCookie(cookieName(), `${name}.${sign(name, email).toString("base64url")}`, DAYS * 86_400);
}
