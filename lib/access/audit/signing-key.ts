/**
 * The key that signs the statements of the audit trail: an Ed25519 key of this installation. Its private half is sealed
 * in the database; its public half is published.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { processMemory } from "@/lib/kernel/process-memory";
import { background, log } from "@/lib/kernel/process/log";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import { toCanonicalJson } from "./to-canonical-json";

/** A public key as a JWK (RFC 8037). */
export type PublicKey = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string };

export type SigningKey = PublicKey & { privateKey: KeyObject };

const LOCK = statement({
  name: "access.lock-audit-key",
  text: "SELECT pg_advisory_xact_lock(hashtext('patchbay.audit-key'))",
  columns: { pg_advisory_xact_lock: "void" },
});

const placeOf = (id: string) => ({ projectId: "", rowId: id, column: "audit_key.private_key" });

/** The thumbprint of the key (RFC 7638). */
const toKeyId = (x: string): string =>
  createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");

const toPublicKey = ({ id, x }: { id: string; x: string }): PublicKey => ({ kty: "OKP", crv: "Ed25519", x, kid: id });

type KeyRow = { id: string; x: string; privateKey: string };

/**
 * Undefined for a key that was sealed with a secret that this server does not have, and for a row whose public key is
 * not that of its private key: whoever can write to the database can add a row, but cannot seal one.
 */
function openKey({ id, x, privateKey: sealed }: KeyRow): SigningKey | undefined {
  try {
    const der = Buffer.from(open(sealed, placeOf(id)), "base64url");
    const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    if (createPublicKey(privateKey).export({ format: "jwk" }).x !== x || toKeyId(x) !== id) return undefined;
    return { ...toPublicKey({ id, x }), privateKey };
  } catch {
    return undefined;
  }
}

async function createKey(tx: Pick<Db, "auditKey">): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const id = toKeyId(x);
  const der = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  await tx.auditKey.create({ data: { id, x, privateKey: seal(der, placeOf(id)), createdAt: now() } });
  return { ...toPublicKey({ id, x }), privateKey };
}

/** The newest key that opens. Locked, so that two copies of the app do not make one each. */
async function findOrCreateKey(): Promise<SigningKey> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, []);
    for (const row of await tx.auditKey.findMany({ orderBy: { createdAt: "desc" } })) {
      const key = openKey(row);
      if (key) return key;
      log.warn(background("audit.key"), "a key of the audit trail does not open; another one signs from now on", {
        key: row.id,
      });
    }
    return createKey(tx);
  });
}

const memory = () => processMemory("audit.key", () => ({ key: undefined as SigningKey | undefined }));

/** Not inside a transaction: the first call of a process opens one. */
export async function signingKey(): Promise<SigningKey> {
  const state = memory();
  state.key ??= await findOrCreateKey();
  return state.key;
}

/** All keys of this installation that open, the newest first. */
async function openKeys(): Promise<SigningKey[]> {
  await signingKey();
  const rows = await db.auditKey.findMany({ orderBy: { createdAt: "desc" } });
  return rows.flatMap((row) => openKey(row) ?? []);
}

/** Every public key that has ever signed here, the newest first. */
export async function findPublicKeys(): Promise<PublicKey[]> {
  return (await openKeys()).map(({ kid, x }) => toPublicKey({ id: kid, x }));
}

/** The key that signs, and those whose signatures count. */
export type KeyRing = { key: SigningKey; trusted: ReadonlyMap<string, KeyObject> };

/** Not inside a transaction. */
export async function keyRing(): Promise<KeyRing> {
  const [keys, key] = [await openKeys(), await signingKey()];
  return { key, trusted: new Map([...keys, key].map(({ kid, privateKey }) => [kid, createPublicKey(privateKey)])) };
}

type Signature = { key_id: string | null; signature: string | null };

/** Whether a key of this installation signed the statement. */
export function isSigned(statement: object, { key_id: kid, signature }: Signature, { trusted }: KeyRing): boolean {
  const key = kid === null ? undefined : trusted.get(kid);
  if (!key || signature === null) return false;
  const text = toCanonicalJson({ ...statement, key_id: kid });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

/** A statement with its signature over all its other members in canonical form. */
export function signStatement<T extends object>(
  statement: T,
  key: SigningKey,
): T & { key_id: string; signature: string } {
  const signed = { ...statement, key_id: key.kid };
  const signature = sign(null, Buffer.from(toCanonicalJson(signed)), key.privateKey).toString("base64url");
  return { ...signed, signature };
}
