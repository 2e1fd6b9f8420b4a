/** What a new second factor means for the sign-ins of its person. */
import type { Db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import type { UserCaller } from "../caller";
import { isSecondStepRequired } from "./set-second-step-rule";

/**
 * Makes the sign-in of a person who added a second factor fresh, and no other of the person.
 * @param wasOn whether the person had a second factor before
 */
export async function beginSecondStep(tx: Db, caller: UserCaller, wasOn: boolean): Promise<void> {
  const { userId } = caller;
  const sessionId = "sessionId" in caller ? caller.sessionId : "";
  // Sign-ins of a time without a second step must not become free by it: a thief can have one.
  if (!wasOn && (await isSecondStepRequired(tx, userId)))
    await tx.userSession.deleteMany({ where: { userId, id: { not: sessionId } } });
  await announceChange(tx, "callers");
  // The password that proved other sign-ins is no longer enough for sensitive operations.
  await tx.userSession.updateMany({ where: { userId }, data: { provenAt: new Date(0) } });
  await tx.userSession.updateMany({ where: { id: sessionId, userId }, data: { provenAt: now() } });
}
