// Public keys of the audit trail, and the signatures that they check.
import { createHash, createPublicKey, verify } from "node:crypto";
import { canonicalJson } from "./canonical-json.mjs";

/** The thumbprint of a key (RFC 7638), which is its id. */
const thumbprint = (x) => createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");

/**
 * @param {unknown} text of a JWK, or of a set of them as the server publishes it
 * @returns {Map<string, import("node:crypto").KeyObject>} by their ids
 */
export function readKeys(text) {
  const value = JSON.parse(String(text));
  const jwks = Array.isArray(value?.keys) ? value.keys : [value];
  return toKeys(jwks);
}

/** @param {{ kty: string, crv: string, x: string }[]} jwks */
export function toKeys(jwks) {
  const keys = new Map();
  for (const { kty, crv, x } of jwks) {
    if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string") throw new Error("A key is not an Ed25519 JWK.");
    keys.set(thumbprint(x), createPublicKey({ key: { kty, crv, x }, format: "jwk" }));
  }
  return keys;
}

/**
 * @param {Record<string, unknown>} statement with `key_id` and `signature`
 * @param {Map<string, import("node:crypto").KeyObject>} keys
 * @returns {string | undefined} the fault in words
 */
export function findSignatureFault({ signature, ...signed }, keys) {
  const key = keys.get(signed.key_id);
  if (!key) return `it names the key ${String(signed.key_id)}, which is not among the keys`;
  const bytes = Buffer.from(String(signature), "base64url");
  if (!verify(null, Buffer.from(canonicalJson(signed)), key, bytes)) return "its signature does not fit its content";
  return undefined;
}
