/** Records when an API key was last used. */
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";

const WRITE = statement({
  name: "last-used.API keys",
  text: `UPDATE api_key SET last_used_at = $2
    WHERE id = ANY($1::text[]) AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
});

export const { record: recordKeyUse, flush: flushKeyUses } = lastUsed("API keys", WRITE);
