/** Combines the claims of an OpenID provider about a person: from its ID token and its userinfo endpoint. */
import type { Profile } from "next-auth";

export type Claims = Omit<Profile, "sub"> & { sub: string; email_verified?: boolean | string };

/** Whether a claim is true. Some providers write booleans as texts; any other value counts as false. */
const toBoolean = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === "true";

const sameEmail = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

/**
 * Whether the provider vouches for the email that `mergeClaims` takes. A confirmation counts only for the email in the
 * same claims, and a denial in the ID token stays a denial.
 */
function isVouched(idToken: Claims, userinfo: Claims): boolean {
  const [signed, fetched] = [toBoolean(idToken.email_verified), toBoolean(userinfo.email_verified)];
  if (idToken.email === undefined) return signed !== false && fetched === true;
  return signed ?? (sameEmail(idToken.email, userinfo.email) && fetched === true);
}

/**
 * Both combined. The claims of the ID token win, because the provider signed it for this sign-in.
 * @throws Error if userinfo is about another person: it must not be used then (OpenID Connect Core 5.3.2)
 */
export function mergeClaims(idToken: Claims, userinfo: Claims): Claims & { email_verified: boolean } {
  if (typeof idToken.sub !== "string" || userinfo.sub !== idToken.sub)
    throw new Error("The OpenID provider's userinfo endpoint returned a different person than its ID token.");
  return { ...userinfo, ...idToken, email_verified: isVouched(idToken, userinfo) };
}
