/** Sends events again. They keep their id, so that a receiver that has seen one knows it. */
import { db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { notify } from "@/lib/kernel/database/notify";
import { ApiError } from "@/lib/kernel/errors";
import { ID_PREFIX } from "@/lib/kernel/ids";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { EVENTS_CHANNEL } from "../events/record-event";
import { requireInbox } from "../inboxes/require-inbox";
import { requireSubscription } from "../subscriptions/subscriptions";
import { requireEvent, whereOf, windowOf, type EventFilter } from "./list-events";

/** For one request. */
const MOST = 10_000;

/**
 * Queues deliveries in the order of their events, next to new events. It is one statement, because ten thousand rows
 * with values of their own took as long as the longest transaction. A delivery that is already queued and has no
 * attempt yet is not queued again, so that repeated calls do not fill the table. An event that went to the URL of its
 * trigger goes there again: it has one first delivery to each subscription.
 */
const AGAIN = statement({
  name: "webhooks.send-again",
  text: `WITH wanted AS (SELECT e.id, e.seq, e.lane, g.subscription_id, coalesce($5::text,
      (SELECT max(d.url) FROM webhook_delivery d WHERE d.event_id = e.id AND d.subscription_id = g.subscription_id
        AND d.kind IN ('event', 'sample'))) AS url
    FROM unnest($2::text[], $3::text[]) AS g(event_id, subscription_id)
    JOIN webhook_event e ON e.project_id = $1 AND e.id = g.event_id),
  queued AS (INSERT INTO webhook_delivery (project_id, event_id, subscription_id, seq, lane, kind, url)
    SELECT $1, w.id, w.subscription_id, w.seq, $4::text || ' ' || w.lane, $4::text, w.url FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.event_id = w.id AND d.subscription_id = w.subscription_id
      AND d.kind = $4::text AND d.url IS NOT DISTINCT FROM w.url AND d.attempts = 0 AND d.ended_at IS NULL)
    ORDER BY w.seq)
  SELECT count(*)::int AS total FROM wanted`,
  columns: { total: "int4" },
});

/** @throws ApiError NotFound, Conflict for a subscription that gets nothing */
async function assertGets(projectId: string, id: string): Promise<void> {
  if (id.startsWith(ID_PREFIX.inbox)) await requireInbox(projectId, id);
  else await assertEnabled(projectId, id);
}

type Again = { eventId: string; subscriptionId: string };

/** @throws ApiError Conflict for a subscription that gets nothing */
async function assertEnabled(projectId: string, subscriptionId: string): Promise<void> {
  const { disabledAt } = await requireSubscription(projectId, subscriptionId);
  if (disabledAt)
    throw new ApiError("Conflict", "The subscription is disabled, so nothing is sent to it.", {
      suggestedFix: 'Enable it again first: PATCH it with {"enabled": true}.',
    });
}

async function queue(
  projectId: string,
  kind: "resend" | "replay",
  all: readonly Again[],
  url?: string,
): Promise<number> {
  const [events, subscriptions] = [all.map(({ eventId }) => eventId), all.map((resend) => resend.subscriptionId)];
  return db.$transaction(async (tx) => {
    const [row] = await rowsIn(tx, AGAIN, [projectId, events, subscriptions, kind, url ?? null]);
    await notify(tx, EVENTS_CHANNEL, `${projectId} `);
    return row?.total ?? 0;
  });
}

/** @throws ApiError Conflict for an event whose payload is no longer stored */
async function requireStored(projectId: string, id: string) {
  const event = await requireEvent(projectId, id);
  if (event.content !== null) return event;
  throw new ApiError("Conflict", "The payload of this event is no longer stored, so it cannot be sent again.");
}

/** Sends an event again: to one subscription, or to all that it was sent to and that are still there. */
export async function resendEvent(projectId: string, id: string, only: string | undefined): Promise<number> {
  const event = await requireStored(projectId, id);
  if (only !== undefined) {
    await assertGets(projectId, only);
    return queue(projectId, "resend", [{ eventId: event.id, subscriptionId: only }]);
  }
  const were = [...new Set(event.deliveries.map(({ subscriptionId }) => subscriptionId))];
  const there = await db.webhookSubscription.findMany({
    where: { projectId, id: { in: were }, deletedAt: null, disabledAt: null },
    select: { id: true },
  });
  return queue(
    projectId,
    "resend",
    there.map(({ id: subscriptionId }) => ({ eventId: event.id, subscriptionId })),
  );
}

/** Sends the events that fit a filter, of those that its list counts, again to one subscription: oldest first. */
export async function resendEvents(projectId: string, filter: EventFilter, subscriptionId: string): Promise<number> {
  await assertGets(projectId, subscriptionId);
  const { seq } = await windowOf(projectId, filter);
  const events = await db.webhookEvent.findMany({
    where: { AND: [whereOf(projectId, filter), { content: { not: null }, seq }] },
    orderBy: { seq: "asc" },
    take: MOST,
    select: { id: true },
  });
  return queue(
    projectId,
    "resend",
    events.map(({ id: eventId }) => ({ eventId, subscriptionId })),
  );
}

/** Sends an event to another address, in the form and with the secret of a subscription. */
export async function replayEvent(projectId: string, id: string, subscriptionId: string, url: string): Promise<number> {
  assertReachable(url, "url", "webhooks");
  await assertEnabled(projectId, subscriptionId);
  const event = await requireStored(projectId, id);
  return queue(projectId, "replay", [{ eventId: event.id, subscriptionId }], url);
}
