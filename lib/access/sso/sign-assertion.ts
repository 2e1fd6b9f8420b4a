/**
 * The key by which this server proves itself to a provider in place of a secret (private_key_jwt, RFC 7523): made here,
 * one for each provider, and never shown.
 */
import { randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK_RSA_Private, SignJWT } from "jose";
import type { SsoProvider } from "@/generated/prisma/client";
import { openJson, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";

/** Every provider with private_key_jwt takes RSA keys; some take only one of the two. */
export const ASSERTION_ALGORITHMS = ["RS256", "PS256"] as const;
type Algorithm = (typeof ASSERTION_ALGORITHMS)[number];

/** Long enough for clocks that differ, and too short for a copy to be of use. */
const SECONDS = 60;

/** The key that signs, and the key that takes its place. */
type Column = "signing_key" | "next_signing_key";

const sealContext = (id: string, column: Column) => ({ projectId: "", rowId: id, column: `sso_provider.${column}` });

export type SigningKey = JWK_RSA_Private & { kty: "RSA"; kid: string };
export type PublicKey = Record<"kty" | "use" | "kid" | "n" | "e", string>;

/** A new key, sealed for the row of a provider. */
export async function createSigningKey(id: string, column: Column = "signing_key"): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return seal(JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) }), sealContext(id, column));
}

type KeyHolder = Pick<SsoProvider, "id" | "clientAuth" | "signingKey">;
type NextHolder = Pick<SsoProvider, "id" | "clientAuth" | "nextSigningKey">;

/** The key of a provider; null for one with a secret. */
export const openSigningKey = ({ id, clientAuth, signingKey }: KeyHolder): SigningKey | null =>
  clientAuth === "private_key_jwt" && signingKey !== null
    ? (openJson(signingKey, sealContext(id, "signing_key")) as SigningKey)
    : null;

/** The key that will sign next; null if none is prepared. */
export const openNextKey = ({ id, clientAuth, nextSigningKey }: NextHolder): SigningKey | null =>
  clientAuth === "private_key_jwt" && nextSigningKey !== null
    ? (openJson(nextSigningKey, sealContext(id, "next_signing_key")) as SigningKey)
    : null;

/** The next key of a provider, sealed as the key that signs: each column has a seal of its own. */
export const toPresentKey = (id: string, key: SigningKey): string =>
  seal(JSON.stringify(key), sealContext(id, "signing_key"));

/** The half of the key that the provider gets. */
export function toPublicKey({ n, e, kid }: SigningKey): PublicKey {
  return { kty: "RSA", use: "sig", kid, n, e };
}

/**
 * Signs that this server is the client, for one request to one address.
 * @param url the provider's token endpoint
 */
export async function signAssertion(
  key: SigningKey,
  { clientId, url, algorithm }: { clientId: string; url: string; algorithm: Algorithm },
): Promise<string> {
  const seconds = Math.floor(now().getTime() / 1000);
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: "JWT" })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(url)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SECONDS)
    .sign(await importJWK(key, algorithm));
}
