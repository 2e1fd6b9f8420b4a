/** Deletes the second step of a person. */
import { announceChange } from "../announce-change";
import type { Db } from "@/lib/kernel/database/db";

/**
 * Deletes the authenticator app, one that is being set up, the passkeys and the recovery codes. The person's way in
 * next to a required single sign-on ends too: whoever knows the password could set up the next second step.
 */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.member.updateMany({ where: { userId }, data: { keepsPassword: false } });
  // An organization can require it.
  await announceChange(tx, "callers");
}
