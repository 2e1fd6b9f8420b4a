/** Begins a sign-in by an organization's provider: from an email to the address where its person signs in. */
import { createHash, randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import type { z } from "zod";
import type { SsoProvider } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { clientOf } from "../sign-in/sign-in-tries";
import { type Attempt, toAttemptCookie } from "./read-attempt";
import { discover } from "./discover";
import { redirectUriOf } from "./update-provider";
import type { ssoSignInApi } from "./sign-in.contract";

/** Many people of a company sign in from one address at nine o'clock. */
const LIMIT = { requests: 60, seconds: 60 };

/** @throws ApiError TooManyRequests for a client that asks too often; each request can reach the provider */
export async function takeSsoToken(step: "begin" | "finish" | "keys", address: string | undefined): Promise<void> {
  const { allowed, resetSeconds } = await takeToken({ subject: `sso-${step}:${clientOf(address)}`, ...LIMIT });
  if (allowed) return;
  throw new ApiError("TooManyRequests", "Too many sign-ins begin from your address.", {
    suggestedFix: `Try again in ${resetSeconds} seconds.`,
    headers: { "retry-after": String(resetSeconds) },
  });
}

/** The domain of an email as DNS has it. */
export const domainOf = (email: string): string => domainToASCII(email.slice(email.lastIndexOf("@") + 1));

/** The provider to which a proven domain leads; null for other domains. */
async function findProviderOf(domain: string): Promise<SsoProvider | null> {
  if (domain === "") return null;
  const row = await db.ssoDomain.findUnique({ where: { provenDomain: domain }, include: { provider: true } });
  return row?.provider?.enabled && row.provider.organizationId === row.organizationId ? row.provider : null;
}

/** A path of this server; the dashboard for everything else. */
function toSafePath(next: string | undefined): string {
  const base = env().publicUrl;
  if (!next?.startsWith("/") || !URL.canParse(next, base)) return "/";
  const { origin, pathname, search, hash } = new URL(next, base);
  return origin === new URL(base).origin ? pathname + search + hash : "/";
}

const random = (): string => randomBytes(32).toString("base64url");

/**
 * @returns the address of the provider, and the Set-Cookie line that binds the sign-in to the browser
 * @throws ApiError NotFound for an email without single sign-on, TooManyRequests; Unprocessable for a provider that
 *   does not answer
 */
export async function beginSso(
  { email, next, again }: z.output<typeof ssoSignInApi.beginSso.body>,
  address: string | undefined,
): Promise<{ url: string; cookie: string }> {
  await takeSsoToken("begin", address);
  const provider = await findProviderOf(domainOf(email));
  if (!provider)
    throw new ApiError("NotFound", "There is no single sign-on for this email.", {
      suggestedFix: "Sign in with your password or a passkey, or ask an owner of your organization.",
    });
  const { authorizationUrl } = await discover(provider);
  const attempt: Attempt = { state: random(), nonce: random(), verifier: random(), next: toSafePath(next) };
  const url = new URL(authorizationUrl);
  const query = {
    ...{ response_type: "code", client_id: provider.clientId, redirect_uri: redirectUriOf(provider.id) },
    ...{ scope: "openid email profile", state: attempt.state, nonce: attempt.nonce, login_hint: email },
    code_challenge: createHash("sha256").update(attempt.verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(again && { prompt: "login" }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, cookie: toAttemptCookie(provider.id, attempt) };
}
