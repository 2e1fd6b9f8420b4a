/** Codes that open the second step when the authenticator app is lost: each works once. */
import { randomBytes } from "node:crypto";
import { db, type Db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { toBase32 } from "./find-step";

export const RECOVERY_CODES = 10;
/** 80 bits, so that a stolen hash does not reveal the code. */
const CODE_BYTES = 10;

/** Bound to the person, so that equal codes have other hashes. */
const hashOf = (userId: string, code: string): string => hashToken(`recovery code ${userId} ${code}`);

const newCode = (): string => toBase32(randomBytes(CODE_BYTES)).toLowerCase();
const forPeople = (code: string): string => (code.match(/.{4}/g) ?? []).join("-");

/** @returns new codes, shown once, in place of all others of the person */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, hash: hashOf(userId, code), createdAt: now() })),
  });
  return codes.map(forPeople);
}

/** Uses a code up; false for a wrong or used code. Of two calls at the same time, only one succeeds. */
export async function useUpRecoveryCode(userId: string, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, hash: hashOf(userId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}

/** The number of codes that still work. */
export const countRecoveryCodes = (userId: string, tx: Db = db): Promise<number> =>
  tx.recoveryCode.count({ where: { userId, usedAt: null } });
