/** Records when an account was last used. */
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";

/** Skips rows that a refresh has locked; the next use a minute later is recorded instead. */
const WRITE = statement({
  name: "last-used.connected accounts",
  text: `UPDATE connected_account SET last_used_at = $2 WHERE id IN (SELECT id FROM connected_account
  WHERE id = ANY($1::text[]) AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED)`,
});

export const { record: recordAccountUse, flush: flushAccountUses } = lastUsed("connected accounts", WRITE);
