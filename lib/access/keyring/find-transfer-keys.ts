/** The key pairs of an organization for secrets that programs seal before they send them. */
import { createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";

/** Keys that open secrets at a time: the newest, and those before it. */
export const MAX_KEYS = 5;
/** Bits; RFC 7518 section 4.3 asks for 2048 at least. */
const MODULUS = 3072;

const PublicKey = z.object({ n: z.string(), e: z.string() });

export type TransferKey = { id: string; publicKey: z.output<typeof PublicKey>; createdAt: Date };

const sealContext = (id: string) => ({ projectId: "", rowId: id, column: "transfer_key.private_key" });

const newestFirst = [{ createdAt: "desc" }, { id: "desc" }] as const;

/** Newest first; none while the organization has sealing turned off. */
export async function findTransferKeys(organizationId: string): Promise<TransferKey[]> {
  const rows = await db.transferKey.findMany({
    where: { organizationId },
    orderBy: [...newestFirst],
    take: MAX_KEYS,
    select: { id: true, publicKey: true, createdAt: true },
  });
  return rows.map((row) => ({ ...row, publicKey: PublicKey.parse(row.publicKey) }));
}

/** @throws ApiError NotFound while the organization has sealing turned off */
export async function requireTransferKeys(organizationId: string): Promise<[TransferKey, ...TransferKey[]]> {
  const [newest, ...older] = await findTransferKeys(organizationId);
  if (newest) return [newest, ...older];
  throw new ApiError("NotFound", "This organization has no transfer keys: secrets cannot be sealed.", {
    suggestedFix: "An owner turns sealing on in the dashboard under Settings, Project, Sealed secrets.",
  });
}

/** The private key in PEM (PKCS #8); null if the organization has no such key. */
export async function findPrivateKey(organizationId: string, id: string): Promise<string | null> {
  const row = await db.transferKey.findFirst({ where: { organizationId, id }, select: { privateKey: true } });
  return row && open(row.privateKey, sealContext(id));
}

/** Only one key is added at a time, so that the number of keys is kept. */
const LOCK = statement({
  name: "access.lock-organization-keys",
  text: "SELECT 1 AS locked FROM organization WHERE id = $1 FOR NO KEY UPDATE",
  columns: { locked: "int4" },
});

/** Makes a key that new secrets are sealed to, and deletes those beyond the limit. */
export async function addTransferKey(organizationId: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: MODULUS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const id = newId("transferKey");
  const publicKey = PublicKey.parse(createPublicKey(privateKey).export({ format: "jwk" }));
  await db.$transaction(async (tx) => {
    await rowsIn(tx, LOCK, [organizationId]);
    await tx.transferKey.create({
      data: { id, organizationId, publicKey, privateKey: seal(privateKey, sealContext(id)), createdAt: now() },
    });
    const newest = await tx.transferKey.findMany({
      where: { organizationId },
      orderBy: [...newestFirst],
      take: MAX_KEYS,
      select: { id: true },
    });
    await tx.transferKey.deleteMany({ where: { organizationId, id: { notIn: newest.map((row) => row.id) } } });
  });
  return id;
}

/** Deletes every key of the organization. Returns how many there were. */
export async function deleteTransferKeys(organizationId: string): Promise<number> {
  return (await db.transferKey.deleteMany({ where: { organizationId } })).count;
}
