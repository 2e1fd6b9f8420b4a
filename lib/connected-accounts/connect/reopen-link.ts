/** A link works again after a consent that ended without a connection. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { LinkRow } from "../accounts/connect-links";
import { lockAccount } from "../credentials/add-values";

/**
 * Lets a link work again, unless it has expired. A revocation ends the links that exist. A revocation that was
 * requested while the person was away at the provider also counts, so this looks for it under the lock that a
 * revocation takes.
 */
export async function reopenLink({ projectId, accountId, hash, createdAt }: LinkRow): Promise<void> {
  try {
    await db.$transaction(async (tx) => {
      await lockAccount(tx, projectId, accountId);
      // What the provider answers to a revocation is written down later, and ends nothing.
      const endCount = await tx.connectedAccountEvent.count({
        where: { projectId, accountId, status: "REVOKED", by: { in: ["api", "user"] }, at: { gte: createdAt } },
        take: 1,
      });
      if (endCount > 0) return;
      await tx.linkSession.updateMany({ where: { projectId, hash, expiresAt: { gt: now() } }, data: { usedAt: null } });
    });
  } catch (error) {
    // Deleted meanwhile, with its links.
    if (!(error instanceof ApiError && error.kind === "NotFound")) throw error;
  }
}
