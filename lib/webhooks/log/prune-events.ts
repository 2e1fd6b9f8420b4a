/**
 * Deletes old events by the retention of each project, and contents that a project does not want to keep. Ends
 * deliveries that no receiver can get any more.
 */
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { INBOX_URL } from "../constants";
import { pruneTestRequests } from "../inbox/store-test-request";

/** The longest time for any project, also for projects that no longer exist, and for events that still wait. */
const MAX_DAYS = 365;

const OLD = batchDelete("webhook_event", "created_at < now() - make_interval(days => $1::int)");
const OLD_OF_PROJECT = batchDelete(
  "webhook_event",
  `project_id = $1 AND created_at < now() - make_interval(days => $2::int)
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.event_id = webhook_event.id AND d.state IN ('waiting', 'sending'))`,
);

const DROP = statement({
  name: "webhooks.drop-payloads",
  text: `UPDATE webhook_event SET content = NULL WHERE id IN (SELECT id FROM webhook_event e
    WHERE e.project_id = ANY ($1::text[]) AND e.content IS NOT NULL AND e.created_at < now() - interval '1 minute'
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.event_id = e.id AND d.state IN ('waiting', 'sending')) LIMIT 1000)
    RETURNING id`,
  columns: { id: "text" },
});

/**
 * Unfinished deliveries of deleted or disabled subscriptions. A copy of the app that still holds such a delivery can
 * finish it.
 */
const END_LEFT = statement({
  name: "webhooks.end-left",
  text: `UPDATE webhook_delivery SET state = 'dead', next_at = NULL, claim = NULL, claimed_until = NULL, ended_at = now()
    WHERE id IN (SELECT d.id FROM webhook_subscription s JOIN webhook_delivery d ON d.subscription_id = s.id
      AND (d.next_at IS NOT NULL OR d.claimed_until <= now())
      WHERE s.deleted_at IS NOT NULL OR s.disabled_at IS NOT NULL LIMIT 1000) RETURNING id`,
  columns: { id: "int8" },
});

/** Events of inboxes that nobody acknowledged in 14 days, as queues elsewhere do. A claim that counts ends first. */
const END_UNREAD = statement({
  name: "webhooks.end-unread",
  text: `UPDATE webhook_delivery SET state = 'dead', next_at = NULL, claim = NULL, claimed_until = NULL, ended_at = now()
    WHERE id IN (SELECT d.id FROM webhook_subscription s JOIN webhook_delivery d ON d.subscription_id = s.id
      AND (d.next_at IS NOT NULL OR d.claimed_until <= now()) AND d.created_at < now() - interval '14 days'
      WHERE s.url = '${INBOX_URL}' LIMIT 1000) RETURNING id`,
  columns: { id: "int8" },
});

const endLeft = async (): Promise<void> => {
  while ((await rowsOf(END_LEFT, [])).length === 1000);
  while ((await rowsOf(END_UNREAD, [])).length === 1000);
};

/**
 * Subscriptions that were deleted, once nothing of theirs is under way: whoever makes and deletes them leaves nothing.
 */
const DELETED = batchDelete(
  "webhook_subscription",
  `deleted_at < now() - interval '1 day' AND NOT EXISTS (SELECT 1 FROM webhook_delivery d
    WHERE d.subscription_id = webhook_subscription.id AND (d.next_at IS NOT NULL OR d.claimed_until IS NOT NULL))`,
);

type Rule = { projectId: string; days: number; storesPayloads: boolean };

/** Deletes events that are older than their project's days, with their deliveries. Returns how many. */
export async function pruneEvents(rules: readonly Rule[]): Promise<number> {
  await endLeft();
  await deleteInBatches(DELETED, []);
  await pruneTestRequests(rules.map(({ storesPayloads, ...rule }) => (storesPayloads ? rule : { ...rule, days: 0 })));
  let total = await deleteInBatches(OLD, [MAX_DAYS]);
  for (const { projectId, days } of rules) total += await deleteInBatches(OLD_OF_PROJECT, [projectId, days]);
  return total;
}

/** Removes contents that no delivery needs any more, in projects that keep no payloads. */
export async function dropPayloads(rules: readonly Rule[]): Promise<void> {
  const projects = rules.filter(({ storesPayloads }) => !storesPayloads).map(({ projectId }) => projectId);
  if (projects.length === 0) return;
  await endLeft();
  while ((await rowsOf(DROP, [projects])).length === 1000);
}
