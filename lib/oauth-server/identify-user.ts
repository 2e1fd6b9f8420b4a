/**
 * Tokens (JWT) of the identity provider that a project trusts: a company's users reach their tools as who they are
 * there.
 */
import { bodyText } from "@/lib/kernel/text/decode-text";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { send } from "@/lib/kernel/outbound/send";
import { processMemory } from "@/lib/kernel/process-memory";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { isObject } from "@/lib/kernel/text/is-object";
import { ownValue } from "@/lib/kernel/text/own-value";
import { now } from "@/lib/kernel/time/clock";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { findIdentityProvider, type IdentityProvider } from "./sign-in-settings";

/** Signatures by a key pair: with a shared secret the public keys could sign. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCKS_DIFFER_SECONDS = 30;
const MAX_TOKEN = 8_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;
const TIMEOUT_MS = 5_000;
/** How long keys are cached. A token with an unknown key makes the server request the keys again. */
const REMEMBER_MS = 10 * 60_000;
/** Why keys are asked for: none are remembered, or a token names one that is not among them. */
type Why = "none" | "another";
/**
 * How often, for each reason: strangers can write any key's name into a token, and must not keep those waiting whose
 * keys are merely no longer remembered.
 */
const ASKS = { requests: 20, seconds: 60 };

type KeySet = ReturnType<typeof createLocalJWKSet>;

const keySets = () =>
  processMemory("oauth-server.keys", () => ({
    known: new LRUCache<string, KeySet>({ max: 200, ttl: REMEMBER_MS }),
    asked: shareInFlight<KeySet | null>(),
  }));

function readKeys(text: string): KeySet | null {
  const value = findJson(text, { ...SMALL_BOUNDS, depth: 10 });
  if (!isObject(value) || !Array.isArray(value.keys) || value.keys.length > MAX_KEYS) return null;
  return createLocalJWKSet(value as unknown as JSONWebKeySet);
}

/** Unreadable keys count as none: the token is refused, and the next token makes another request. */
async function fetchKeys(projectId: string, url: string, why: Why): Promise<KeySet | null> {
  const { allowed } = await takeToken({ subject: `oauth-keys:${why}:${projectId}`, ...ASKS });
  if (!allowed) return null;
  try {
    const answer = await send({
      projectId,
      method: "GET",
      url,
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    return answer.status === 200 ? readKeys(bodyText(answer)) : null;
  } catch {
    return null;
  }
}

async function askKeys(projectId: string, url: string, why: Why): Promise<KeySet | null> {
  const { known: cache, asked: inFlight } = keySets();
  const place = `${projectId} ${url}`;
  const keys = await inFlight.run(place, () => fetchKeys(projectId, url, why));
  if (keys) cache.set(place, keys);
  return keys;
}

const verify = async (token: string, keys: KeySet, { issuer, audience }: IdentityProvider): Promise<JWTPayload> =>
  (
    await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCKS_DIFFER_SECONDS,
      requiredClaims: ["exp"],
      currentDate: now(),
    })
  ).payload;

async function readClaims(projectId: string, token: string, provider: IdentityProvider): Promise<JWTPayload | null> {
  const remembered = keySets().known.get(`${projectId} ${provider.jwksUrl}`);
  try {
    if (remembered) return await verify(token, remembered, provider);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) return null;
  }
  const keys = await askKeys(projectId, provider.jwksUrl, remembered ? "another" : "none");
  return keys && verify(token, keys, provider).catch(() => null);
}

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
  if (token.length > MAX_TOKEN) return null;
  const provider = await findIdentityProvider(projectId);
  const claims = provider && (await readClaims(projectId, token, provider));
  if (!claims) return null;
  const userId = claimAt(claims, provider.userClaim);
  if (typeof userId !== "string" || userId === "" || userId.length > 500 || userId.includes("\0")) return null;
  const { toolkitsClaim } = provider;
  return { userId, ...(toolkitsClaim !== null && { toolkits: namesIn(claimAt(claims, toolkitsClaim)) }) };
}
