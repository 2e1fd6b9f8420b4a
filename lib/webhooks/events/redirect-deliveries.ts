/** Deliveries that wait follow the URL of their trigger when it changes. */
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";

/** For one change; later deliveries keep their URL. */
const MOST = 20_000;

/**
 * Deliveries of a trigger are in its lane, by which the index of unfinished deliveries finds them. One that is sent at
 * this moment is locked and keeps its URL: this statement waits for no sender.
 */
export const REDIRECT = statement({
  name: "webhooks.redirect",
  text: `WITH waiting AS (SELECT w.id FROM webhook_subscription s JOIN webhook_delivery w ON w.subscription_id = s.id
    WHERE s.project_id = $1 AND w.project_id = $1 AND w.lane = $2 AND w.next_at IS NOT NULL AND w.kind = 'event'
      AND w.url = $3 LIMIT ${MOST} FOR UPDATE OF w SKIP LOCKED)
  UPDATE webhook_delivery d SET url = $4 FROM waiting WHERE d.id = waiting.id`,
});

/** @param to null for the URLs of the subscriptions */
export const redirectDeliveries = (
  tx: Pick<Db, "$queryRawUnsafe">,
  projectId: string,
  { triggerId, from, to }: { triggerId: string; from: string; to: string | null },
): Promise<unknown> => rowsIn(tx, REDIRECT, [projectId, triggerId, from, to]);
