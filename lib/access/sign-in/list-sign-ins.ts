/** The sign-ins of a person: a list, and the end of one. */
import type { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import type { UserCaller } from "../caller";
import { confinementOf } from "../sso/assert-whole-sign-in";
import type { signInsApi } from "./sign-ins.contract";

/** A person has a few; without a limit, a script that signs in again and again would make an endless page. */
const MAX_LISTED = 100;

/** The sign-ins that a caller sees: their own, of those by the same organization's provider where it confines them. */
const seenBy = (caller: UserCaller) => {
  const organizationId = confinementOf(caller);
  return { userId: caller.userId, ...(organizationId !== undefined && { provider: { organizationId } }) };
};

/** The sign-ins that have not ended, the newest first. */
export async function listSignIns(
  caller: UserCaller,
): Promise<z.input<(typeof signInsApi)["listSignIns"]["response"]>> {
  const rows = await db.userSession.findMany({
    where: { ...seenBy(caller), expiresAt: { gt: now() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  const currentId = "sessionId" in caller ? caller.sessionId : null;
  return {
    items: rows.map(({ id, device, address, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      ...(device && { device }),
      ...(address && { address }),
      created_at: createdAt.toISOString(),
      ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
      expires_at: expiresAt.toISOString(),
      current: id === currentId,
    })),
  };
}

/**
 * Ends a sign-in of this person, in every copy of the app.
 * @throws ApiError NotFound for a sign-in that has ended or is another person's
 */
export async function endOwnSignIn(caller: UserCaller, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.userSession.deleteMany({ where: { ...seenBy(caller), id } });
    if (count === 0)
      throw new ApiError("NotFound", "This sign-in has ended.", { suggestedFix: "Load the list again." });
    await announceChange(tx, { kind: "session", id });
  });
}

const WRITE = statement({
  name: "last-used.sign-ins",
  text: `UPDATE user_session SET last_used_at = $2 WHERE id = ANY($1::text[])
    AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
});

const { record, flush } = lastUsed("sign-ins", WRITE);

/** Records that a sign-in is being used. */
export const recordSignInUse = (id: string): void => record(id);

/** Writes what is pending now. */
export const flushSignInUse = flush;
