/** Tokens (JWT) that others sign with keys that they publish (RFC 7517). */
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import { shareInFlight } from "../concurrency/memoize";
import { findJson, SMALL_BOUNDS } from "../json/read-json";
import { send } from "../outbound/send";
import { processMemory } from "../process-memory";
import { takeToken } from "../rate-limit/take-token";
import { bodyText } from "../text/decode-text";
import { isObject } from "../text/is-object";
import { now } from "../time/clock";

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

/** `purpose`: what the tokens are for, in the names of limits; `keysUrl`: where the issuer publishes its keys. */
export type TokenRules = {
  projectId: string;
  purpose: string;
  keysUrl: string;
  issuer: string | string[];
  audience: string | string[];
};

const keySets = () =>
  processMemory("jwt.keys", () => ({
    known: new LRUCache<string, KeySet>({ max: 200, ttl: REMEMBER_MS }),
    asked: shareInFlight<KeySet | null>(),
  }));

function readKeys(text: string): KeySet | null {
  const value = findJson(text, { ...SMALL_BOUNDS, depth: 10 });
  if (!isObject(value) || !Array.isArray(value.keys) || value.keys.length > MAX_KEYS) return null;
  return createLocalJWKSet(value as unknown as JSONWebKeySet);
}

/** Unreadable keys count as none: the token is refused, and the next token makes another request. */
async function fetchKeys({ projectId, purpose, keysUrl }: TokenRules, why: Why): Promise<KeySet | null> {
  const { allowed } = await takeToken({ subject: `${purpose}:${why}:${projectId}`, ...ASKS });
  if (!allowed) return null;
  try {
    const answer = await send({
      projectId,
      method: "GET",
      url: keysUrl,
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

const placeOf = ({ projectId, keysUrl }: TokenRules): string => `${projectId} ${keysUrl}`;

async function askKeys(rules: TokenRules, why: Why): Promise<KeySet | null> {
  const { known: cache, asked: inFlight } = keySets();
  const place = placeOf(rules);
  const keys = await inFlight.run(place, () => fetchKeys(rules, why));
  if (keys) cache.set(place, keys);
  return keys;
}

const verify = async (token: string, keys: KeySet, { issuer, audience }: TokenRules): Promise<JWTPayload> =>
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

/** The claims of a token; null if it is not of this issuer, or not for this audience. */
export async function verifyJwt(token: string, rules: TokenRules): Promise<JWTPayload | null> {
  if (token.length > MAX_TOKEN) return null;
  const remembered = keySets().known.get(placeOf(rules));
  try {
    if (remembered) return await verify(token, remembered, rules);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) return null;
  }
  const keys = await askKeys(rules, remembered ? "another" : "none");
  return keys && verify(token, keys, rules).catch(() => null);
}
