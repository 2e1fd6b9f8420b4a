/**
 * Tokens (JWT) of the identity provider that a project trusts: a company's users reach their tools as who they are
 * there.
 */
import type { JWTPayload } from "jose";
import { verifyJwt } from "@/lib/kernel/jwt/verify-jwt";
import { isObject } from "@/lib/kernel/text/is-object";
import { ownValue } from "@/lib/kernel/text/own-value";
import { findIdentityProvider } from "./sign-in-settings";

/** A claim by its name, or by a path of names with dots. */
function claimAt(claims: JWTPayload, name: string): unknown {
  const whole = ownValue(claims, name);
  if (whole !== undefined) return whole;
  return name
    .split(".")
    .reduce<unknown>((value, step) => (isObject(value) ? ownValue(value, step) : undefined), claims);
}

/** The names in a list, or in a text with blanks or commas between them. */
function namesIn(claim: unknown): string[] {
  const all: unknown[] = Array.isArray(claim) ? claim : typeof claim === "string" ? claim.split(/[\s,]+/) : [];
  return all.flatMap((item) => (typeof item === "string" && item !== "" ? [item.toLowerCase()] : [])).slice(0, 1000);
}

export const looksLikeJwt = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

export type IdentifiedUser = {
  userId: string /** All of the server's where the project names no claim for them. */;
  toolkits?: string[];
};

/** The user of a token; null where the project trusts no issuer, or the token is not one for it. */
export async function identifyUser(projectId: string, token: string): Promise<IdentifiedUser | null> {
  const provider = await findIdentityProvider(projectId);
  if (!provider) return null;
  const { issuer, audience, jwksUrl: keysUrl } = provider;
  const claims = await verifyJwt(token, { projectId, purpose: "oauth-keys", keysUrl, issuer, audience });
  if (!claims) return null;
  const userId = claimAt(claims, provider.userClaim);
  if (typeof userId !== "string" || userId === "" || userId.length > 500 || userId.includes("\0")) return null;
  const { toolkitsClaim } = provider;
  return { userId, ...(toolkitsClaim !== null && { toolkits: namesIn(claimAt(claims, toolkitsClaim)) }) };
}
