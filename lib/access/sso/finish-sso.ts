/** Finishes a sign-in by an organization's provider. */
import { timingSafeEqual } from "node:crypto";
import type { SsoProvider } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { log } from "@/lib/kernel/process/log";
import { startSecondStep } from "../factors/finish-sign-in";
import { hasFactor } from "../factors/prove-factor";
import { rememberBrowser } from "../sign-in/find-known-browser";
import { sealSignIn } from "../sign-in/sign-in-caller";
import { toSignInCookie } from "../sign-in/sign-in-cookie";
import { type SignInClient, startSignIn } from "../sign-in/sign-in-rows";
import { admitPerson } from "./admit-person";
import { type Attempt, endAttemptCookie, readAttempt } from "./read-attempt";
import { takeSsoToken } from "./begin-sso";
import { discover, type Discovery } from "./discover";
import { openSigningKey } from "./sign-assertion";
import { openClientSecret, redirectUriOf } from "./update-provider";
import { type Identity, readIdentity } from "./read-identity";
import { SsoRefusal } from "./sso-refusal";

/** The return of a browser from a provider. */
export type SsoReturn = {
  providerId: string;
  search: URLSearchParams;
  cookieHeader: string | null;
  client: SignInClient;
  requestId: string;
};

const MAX_CODE = 16_384;

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** @throws SsoRefusal without the sign-in that this browser began */
function requireAttempt({ providerId, search, cookieHeader }: SsoReturn): Attempt {
  const attempt = readAttempt(cookieHeader, providerId);
  const state = search.get("state") ?? "";
  if (attempt && /^[\w-]+$/.test(state) && isSame(attempt.state, state)) return attempt;
  throw new SsoRefusal("SsoExpired", "The browser began no such sign-in in the last ten minutes.");
}

/** @throws SsoRefusal for the answer of another provider (RFC 9207), and for a refusal */
function readCode(search: URLSearchParams, { issuer }: SsoProvider, { namesItself }: Discovery): string {
  const named = search.get("iss");
  if (named === null ? namesItself : named !== issuer)
    throw new SsoRefusal("SsoFailed", "The answer names another issuer, or none.");
  const error = search.get("error");
  if (error !== null) throw new SsoRefusal("SsoFailed", `The provider refused: ${error.slice(0, 100)}.`);
  const code = search.get("code") ?? "";
  if (code !== "" && code.length <= MAX_CODE) return code;
  throw new SsoRefusal("SsoFailed", "The answer has no code.");
}

async function requireIdentity(provider: SsoProvider, { search }: SsoReturn, attempt: Attempt): Promise<Identity> {
  const discovery = await discover(provider).catch((error: unknown) => {
    throw error instanceof ApiError ? new SsoRefusal("SsoFailed", error.message, { cause: error }) : error;
  });
  const code = readCode(search, provider, discovery);
  const { organizationId, issuer, clientId, groupsClaim } = provider;
  const redirectUri = redirectUriOf(provider.id);
  const client = {
    organizationId,
    issuer,
    clientId,
    groupsClaim,
    redirectUri,
    clientSecret: openClientSecret(provider),
    signingKey: openSigningKey(provider),
  };
  return readIdentity(client, discovery, { code, verifier: attempt.verifier, nonce: attempt.nonce });
}

type Answer = { redirectTo: string; cookies: string[] };

const toLogin = (query: Record<string, string>): string => `${env().publicUrl}/login?${new URLSearchParams(query)}`;

async function enter(come: SsoReturn): Promise<Answer> {
  const attempt = requireAttempt(come);
  const { providerId, client, requestId, cookieHeader } = come;
  const provider = await db.ssoProvider.findFirst({ where: { id: providerId, enabled: true } });
  if (!provider) throw new SsoRefusal("SsoEnded", "The provider was turned off or deleted.");
  const identity = await requireIdentity(provider, come, attempt);
  const person = await admitPerson(providerId, identity, { requestId, address: client.address });
  const { id: userId, sessionVersion, email, name } = person;
  if (await hasFactor(userId)) {
    const cookie = await startSecondStep(userId, sessionVersion, providerId);
    return { redirectTo: toLogin({ step: "code", next: attempt.next }), cookies: [cookie] };
  }
  const sessionId = await startSignIn(userId, sessionVersion, { client, providerId });
  if (!sessionId) throw new SsoRefusal("SsoEnded", "The provider or the account changed while its owner signed in.");
  const session = toSignInCookie(await sealSignIn({ sub: userId, sessionId, name, email }));
  const browser = await rememberBrowser(cookieHeader, [session]);
  return { redirectTo: env().publicUrl + attempt.next, cookies: [session, ...(browser ? [browser] : [])] };
}

/**
 * Signs in the person who came back, into the organization of the provider alone.
 * @returns where the browser goes on, the sign-in page with a reason after a refusal, and the Set-Cookie lines
 * @throws ApiError TooManyRequests for a client that comes back too often
 */
export async function finishSso(come: SsoReturn): Promise<Answer> {
  await takeSsoToken("finish", come.client.address);
  try {
    const { redirectTo, cookies } = await enter(come);
    return { redirectTo, cookies: [...cookies, endAttemptCookie()] };
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    const { reason } = error;
    log.warn(come, "a sign-in by an organization's provider was refused", { provider: come.providerId, reason, error });
    return { redirectTo: toLogin({ error: reason }), cookies: [endAttemptCookie()] };
  }
}
