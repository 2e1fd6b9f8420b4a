/** Deletes what nobody can use any more. */
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { inSeconds, now } from "@/lib/kernel/time/clock";

const DAY = 86_400;
/** A registered client that was used stays longer, so that it can return without a new registration. */
const UNUSED_DAYS = 90;

const TOKENS = batchDelete("oauth_access_token", "expires_at <= $1");
/** Kept for a day after their end, so that a second try of a stolen code still ends what it gave. */
const CODES = batchDelete("oauth_code", "expires_at <= $1");
const GRANTS = batchDelete("oauth_grant", "refresh_expires_at <= $1");
const CLIENTS = batchDelete(
  "oauth_client",
  `CASE WHEN project_id IS NULL AND last_used_at IS NOT NULL THEN last_used_at <= $2 ELSE created_at <= $1 END
    AND NOT EXISTS (SELECT 1 FROM oauth_grant g WHERE g.client_id = oauth_client.id)`,
);

/** This many unused clients stay: half of the maximum, so that strangers cannot keep registration closed. */
const UNUSED_KEPT = 10_000;
const UNUSED = "project_id IS NULL AND last_used_at IS NULL";
const SURPLUS = batchDelete(
  "oauth_client",
  `${UNUSED} AND created_at < (SELECT created_at FROM oauth_client WHERE ${UNUSED} ORDER BY created_at DESC OFFSET $1 LIMIT 1)`,
);

export async function pruneOAuth(): Promise<void> {
  await deleteInBatches(TOKENS, [now()]);
  await deleteInBatches(CODES, [inSeconds(-DAY)]);
  await deleteInBatches(GRANTS, [now()]);
  await deleteInBatches(SURPLUS, [UNUSED_KEPT]);
  await deleteInBatches(CLIENTS, [inSeconds(-DAY), inSeconds(-UNUSED_DAYS * DAY)]);
}
