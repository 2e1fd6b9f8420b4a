/** The end of everything that acts as a person: for a recovered account, and for a person who signs out everywhere. */
import type { Db } from "@/lib/kernel/database/db";
import { endUserKeysOf } from "../keys/create-user-key";
import { endSignInsOf } from "./sign-in-rows";

/**
 * Ends every sign-in of a person, revokes their own keys in all organizations, and deletes sign-ins of command lines
 * whose key nobody has collected.
 * @returns the person's new `sessionVersion`, as `endSignInsOf`
 */
export async function endAccessOf(tx: Db, userId: string): Promise<number> {
  const sessionVersion = await endSignInsOf(tx, userId);
  // Before the keys: a command line that collects its key at the same time finishes first, and the key is revoked.
  await tx.cliSession.deleteMany({ where: { userId, takenAt: null } });
  await endUserKeysOf(tx, { userId });
  return sessionVersion;
}
