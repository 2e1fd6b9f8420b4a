/** Ends invitations that were not accepted. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import type { Db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import type { Role } from "../role";

/** Invitations that can still be accepted. */
export const pendingAt = (time: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: time } });

/**
 * Revokes a person's open invitations for roles that they may no longer give: all roles except these. Otherwise a
 * person who is about to be removed could invite themselves again.
 */
export async function endInvitationsOf(
  tx: Pick<Db, "invitation">,
  { organizationId, userId }: { organizationId: string; userId: string },
  may: readonly Role[],
): Promise<void> {
  const time = now();
  await tx.invitation.updateMany({
    where: { organizationId, createdBy: userId, role: { notIn: [...may] }, ...pendingAt(time) },
    data: { revokedAt: time },
  });
}

const KEPT_DAYS = 30;
const OLD = batchDelete("invitation", "expires_at < $1");

/** Deletes invitations a month after their links expired. */
export async function pruneInvitations(): Promise<void> {
  await deleteInBatches(OLD, [inSeconds(-KEPT_DAYS * 86_400)]);
}
