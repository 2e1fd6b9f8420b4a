/** The job that expires unfinished connections and deletes old links, states and waiting callbacks. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import type { AccountStatus } from "../contract";
import { endAttempt } from "../accounts/end-attempt";

const WAITING: AccountStatus[] = ["INITIALIZING", "INITIATED"];
const MAX_WAIT_SECONDS = 600;
/** Links and states are kept for a day after their end, so that a late click gets an explanation. */
const KEPT_SECONDS = 86_400;
const BATCH = 500;

/** An account waits as long as its link can be opened, and ten minutes longer than its last step. */
const WAITED_LONG = statement({
  name: "connected-accounts.waited-long",
  text: `SELECT a.id, a.project_id AS "projectId" FROM connected_account a
    WHERE a.status IN ('${WAITING.join("','")}') AND a.updated_at < $1 AND NOT EXISTS (
      SELECT 1 FROM link_session l WHERE l.account_id = a.id AND l.project_id = a.project_id AND l.used_at IS NULL AND l.expires_at > $2)
    LIMIT ${BATCH}`,
  columns: { id: "text", projectId: "text" },
});

/** Values typed into a page that nobody finished are deleted when its link expires. */
const OLD_ANSWERS = statement({
  name: "connected-accounts.forget-answers",
  text: "UPDATE link_session SET answer = NULL WHERE answer IS NOT NULL AND expires_at < $1",
});

const OLD_STATES = batchDelete("oauth_state", "expires_at < $1");
const OLD_LINKS = batchDelete("link_session", "expires_at < $1");
const OLD_WAITS = batchDelete("callback_session", "expires_at < $1");

/** Ends the attempts of people who did not come in time, and deletes old links, states and callbacks. */
export async function expireIncompleteAccounts(): Promise<void> {
  for (;;) {
    const waiting = await rowsOf(WAITED_LONG, [inSeconds(-MAX_WAIT_SECONDS), now()]);
    for (const { id, projectId } of waiting) {
      await db.$transaction((tx) =>
        endAttempt(tx, projectId, id, {
          to: "EXPIRED",
          by: "system",
          reason: "Nobody finished the connection in time.",
        }),
      );
    }
    if (waiting.length < BATCH) break;
  }
  await changeIn(db, OLD_ANSWERS, [now()]);
  const long = [inSeconds(-KEPT_SECONDS)];
  await deleteInBatches(OLD_STATES, long);
  await deleteInBatches(OLD_LINKS, long);
  await deleteInBatches(OLD_WAITS, [now()]);
}
