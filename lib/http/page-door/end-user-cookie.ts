/** The cookie of an end user who signed in by a link. */
import { parseCookie } from "cookie";
import { toCookie, usesSecureCookies } from "@/lib/access/sign-in/sign-in-cookie";

/** With the prefix, other hosts of the domain cannot set it (RFC 6265bis section 4.1.3.2); it requires https. */
const name = (): string => `${usesSecureCookies() ? "__Host-" : ""}patchbay.user`;

export const readEndUserCookie = ({ headers }: Request): string | null =>
  parseCookie(headers.get("cookie") ?? "")[name()] ?? null;

/** The Set-Cookie line. Other sites' forms and scripts do not carry it. */
export const toEndUserCookie = (value: string, seconds: number): string => toCookie(name(), value, seconds);
