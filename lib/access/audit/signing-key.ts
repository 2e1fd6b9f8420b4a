/**
 * The key that signs the statements of the audit trail: an Ed25519 key of this installation. Its private half is sealed
 * in the database; its public half is published.
 */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
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

/** Undefined for a key that was sealed with a secret that this server does not have. */
function openKey({ id, x, privateKey }: { id: string; x: string; privateKey: string }): SigningKey | undefined {
  try {
    const der = Buffer.from(open(privateKey, placeOf(id)), "base64url");
    return { ...toPublicKey({ id, x }), privateKey: createPrivateKey({ key: der, format: "der", type: "pkcs8" }) };
  } catch (error) {
    log.warn(background("audit.key"), "a key of the audit trail does not open; another one signs from now on", {
      key: id,
      error,
    });
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

/** Every public key that has ever signed here, the newest first. */
export async function findPublicKeys(): Promise<PublicKey[]> {
  await signingKey();
  return (await db.auditKey.findMany({ select: { id: true, x: true }, orderBy: { createdAt: "desc" } })).map(
    toPublicKey,
  );
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
