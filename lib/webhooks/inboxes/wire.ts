/** Inboxes and their events between the wire's names and ours. */
import type { z } from "zod";
import type { inboxesApi } from "./contract";
import type { InboxDepth, ListedEvent } from "./find-inbox-depth";
import type { Inbox } from "./require-inbox";

type Api = typeof inboxesApi;

export const toWireInbox = (inbox: Inbox): z.input<Api["createInbox"]["response"]> => ({
  id: inbox.id,
  name: inbox.name ?? "",
  trigger_id: inbox.triggerId,
  enabled_events: inbox.enabledEvents,
  created_at: inbox.createdAt.toISOString(),
});

export const toWireState = (inbox: Inbox, depth: InboxDepth): z.input<Api["getInbox"]["response"]> => ({
  ...toWireInbox(inbox),
  waiting: depth.waiting,
  in_flight: depth.inFlight,
  oldest_at: depth.oldestAt?.toISOString() ?? null,
});

export const toWireEvents = (events: readonly ListedEvent[]): z.input<Api["listInboxEvents"]["response"]> => ({
  items: events.map((event) => ({
    event_id: event.eventId,
    type: event.type,
    trigger_id: event.triggerId,
    trigger_slug: event.triggerSlug,
    created_at: event.createdAt.toISOString(),
    state: event.claimedUntil === null ? ("waiting" as const) : ("in_flight" as const),
    attempts: event.attempts,
    in_flight_until: event.claimedUntil?.toISOString() ?? null,
  })),
});
