/** Opens secrets that a program sealed to a transfer key of its organization (RFC 7516, compact form). */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { compactDecrypt, decodeProtectedHeader } from "jose";
import { ApiError } from "@/lib/kernel/errors";
import { findPrivateKey, MAX_KEYS } from "./find-transfer-keys";

const ALGORITHMS = { keyManagementAlgorithms: ["RSA-OAEP-256"], contentEncryptionAlgorithms: ["A256GCM"] };

const refuse = (field: string, problem: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", `sealed_credentials.${field}: ${problem}.`, { suggestedFix });

/** The `kid` of the key that a secret is sealed to. */
function readKeyId(field: string, sealed: string): string {
  try {
    const { kid, zip } = decodeProtectedHeader(sealed);
    // What a compressed text would become is not known before.
    if (typeof kid === "string" && zip === undefined) return kid;
  } catch {
    // Not a JWE: the same refusal.
  }
  throw refuse(
    field,
    "is not a compact JWE whose header has a kid and no zip",
    "Encrypt the secret with alg RSA-OAEP-256, enc A256GCM and the active_kid of GET /api/v3/keyring/transfer_keys.",
  );
}

/** The private keys by their ids, as far as the organization has them. */
async function findKeys(organizationId: string, ids: Iterable<string>): Promise<Map<string, KeyObject>> {
  const keys = new Map<string, KeyObject>();
  for (const id of new Set(ids)) {
    if (keys.size >= MAX_KEYS) break;
    const privateKey = await findPrivateKey(organizationId, id);
    if (privateKey !== null) keys.set(id, createPrivateKey(privateKey));
  }
  return keys;
}

async function openValue(field: string, sealed: string, key: KeyObject | undefined): Promise<string> {
  if (!key)
    throw refuse(
      field,
      "is sealed to a key that this organization does not have",
      "Read GET /api/v3/keyring/transfer_keys again, and seal the secret to its active_kid.",
    );
  try {
    const { plaintext } = await compactDecrypt(sealed, key, ALGORITHMS);
    return new TextDecoder("utf-8", { fatal: true }).decode(plaintext);
  } catch {
    throw refuse(
      field,
      "does not open with its key",
      "Encrypt the secret's text (UTF-8) with alg RSA-OAEP-256 and enc A256GCM.",
    );
  }
}

type Credentials = Readonly<Record<string, unknown>>;
type Sendable = { credentials?: Credentials | undefined; sealed_credentials?: Record<string, string> | undefined };

/**
 * Opens the sealed secrets of an input, and adds them to its credentials that came in the clear.
 * @throws ApiError BadRequest for a field that is in both, and for a value that no key of the organization opens
 */
export async function openSealedCredentials<T extends Sendable>(organizationId: string, input: T): Promise<T> {
  const { credentials = {}, sealed_credentials: sealed } = input;
  if (!sealed) return input;
  const twice = Object.keys(sealed).find((field) => Object.hasOwn(credentials, field));
  if (twice !== undefined)
    throw refuse(twice, "is also in credentials", "Send each secret once: sealed, or in the clear.");
  const keyIds = new Map(Object.entries(sealed).map(([field, value]) => [field, readKeyId(field, value)]));
  const keys = await findKeys(organizationId, keyIds.values());
  const secrets: [string, string][] = [];
  // One after another: each takes a thread for milliseconds, and one request must not take all threads.
  for (const [field, value] of Object.entries(sealed))
    secrets.push([field, await openValue(field, value, keys.get(keyIds.get(field) ?? ""))]);
  return { ...input, credentials: { ...credentials, ...Object.fromEntries(secrets) } };
}
