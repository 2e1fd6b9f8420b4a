/** How many events an inbox has, and the oldest of them. */
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";

/** Events that are counted at most. */
const MAX_COUNTED = 10_000;

const DEPTH = statement({
  name: "inboxes.depth",
  text: `SELECT count(*) FILTER (WHERE d.claimed_until IS NULL)::int AS waiting,
    count(*) FILTER (WHERE d.claimed_until IS NOT NULL)::int AS "inFlight", min(e.created_at) AS "oldestAt"
    FROM (SELECT project_id, event_id, claimed_until FROM webhook_delivery
      WHERE project_id = $1 AND subscription_id = $2 AND (next_at IS NOT NULL OR claimed_until IS NOT NULL)
      LIMIT ${MAX_COUNTED}) d
    JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id`,
  columns: { waiting: "int4", inFlight: "int4", oldestAt: "timestamptz?" },
});
export type InboxDepth = StatementRow<typeof DEPTH>;

export async function findInboxDepth(projectId: string, id: string): Promise<InboxDepth> {
  const [row] = await rowsOf(DEPTH, [projectId, id]);
  return row ?? { waiting: 0, inFlight: 0, oldestAt: null };
}

const OLDEST = statement({
  name: "inboxes.oldest",
  text: `SELECT e.id AS "eventId", e.type, e.trigger_id AS "triggerId", e.trigger_slug AS "triggerSlug",
    e.created_at AS "createdAt", d.attempts, d.claimed_until AS "claimedUntil" FROM webhook_delivery d
    JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id
    WHERE d.project_id = $1 AND d.subscription_id = $2 AND (d.next_at IS NOT NULL OR d.claimed_until IS NOT NULL)
    ORDER BY d.seq LIMIT $3::int`,
  columns: {
    eventId: "text",
    type: "text",
    triggerId: "text?",
    triggerSlug: "text?",
    createdAt: "timestamptz",
    attempts: "int4",
    claimedUntil: "timestamptz?",
  },
});
export type ListedEvent = StatementRow<typeof OLDEST>;

/** The oldest events that are not acknowledged. */
export const listInboxEvents = (projectId: string, id: string, limit: number): Promise<ListedEvent[]> =>
  rowsOf(OLDEST, [projectId, id, limit]);
