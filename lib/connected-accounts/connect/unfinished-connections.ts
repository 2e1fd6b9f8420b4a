/** The job that expires unfinished connections and deletes old links, states and waiting callbacks. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import type { AccountStatus } from "../contract";
import { moveAccount } from "../accounts/status";

const WAITING: AccountStatus[] = ["INITIALIZING", "INITIATED"];
const MAX_WAIT_SECONDS = 600;
/** Links and states are kept for a day after their end, so that a late click gets an explanation. */
const KEPT_SECONDS = 86_400;
const BATCH = 500;

const OLD_STATES = batchDelete("oauth_state", "expires_at < $1");
const OLD_LINKS = batchDelete("link_session", "expires_at < $1");
const OLD_WAITS = batchDelete("callback_session", "expires_at < $1");

/** Expires accounts that have waited for a person for ten minutes, and deletes old links, states and callbacks. */
export async function expireIncompleteAccounts(): Promise<void> {
  for (;;) {
    const before = inSeconds(-MAX_WAIT_SECONDS);
    const waiting = await db.connectedAccount.findMany({
      where: { status: { in: WAITING }, updatedAt: { lt: before } },
      select: { id: true, projectId: true },
      take: BATCH,
    });
    for (const { id, projectId } of waiting) {
      await db.$transaction((tx) =>
        moveAccount(tx, projectId, id, {
          to: "EXPIRED",
          from: WAITING,
          by: "system",
          reason: "Nobody finished the connection within ten minutes.",
        }),
      );
    }
    if (waiting.length < BATCH) break;
  }
  const long = [inSeconds(-KEPT_SECONDS)];
  await deleteInBatches(OLD_STATES, long);
  await deleteInBatches(OLD_LINKS, long);
  await deleteInBatches(OLD_WAITS, [now()]);
}
