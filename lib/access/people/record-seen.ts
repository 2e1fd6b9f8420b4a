/** Records when a member was last seen in an organization. */
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";

const WRITE = statement({
  name: "last-used.members",
  text: `UPDATE member SET last_seen_at = $2 FROM unnest($1::text[]) AS seen (id)
    WHERE organization_id = split_part(seen.id, ' ', 1) AND user_id = split_part(seen.id, ' ', 2)
    AND (last_seen_at IS NULL OR last_seen_at < $2::timestamptz - interval '1 minute')`,
});

const { record, flush } = lastUsed("members", WRITE);

export const recordSeen = (organizationId: string, userId: string): void => record(`${organizationId} ${userId}`);

/** Writes what is pending now. */
export const flushSeen = flush;
