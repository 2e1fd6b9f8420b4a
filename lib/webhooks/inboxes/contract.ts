/** Inboxes: events wait in them until a program without a URL of its own takes them. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { limitQuery } from "@/lib/contract/page";
import { idParam } from "@/lib/contract/texts";

const base = "/api/v3/internal/patchbay/inboxes";
const shared = { own: true, tag: "Webhooks", auth: "project" } as const;
const params = z.object({ inbox_id: idParam("The ID of the inbox") });

/** Seconds for which a program can keep what it took: 12 hours. */
const MAX_VISIBILITY = 43_200;
const VISIBILITY_WORDS = `must be from 1 to ${MAX_VISIBILITY}`;
const waits = "must be from 0 to 30";
const batch = "must be from 1 to 50";

const Inbox = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Null for an inbox of the whole project. */
    trigger_id: z.string().nullable(),
    enabled_events: z.array(z.string()),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Inbox" });

const InboxState = Inbox.extend({
  waiting: z.number().int().meta({ description: "Events that nobody has taken; 10,000 at most are counted" }),
  in_flight: z.number().int().meta({ description: "Events that were taken and are not acknowledged yet" }),
  oldest_at: z.iso.datetime().nullable().meta({ description: "When the oldest of all these was recorded" }),
}).meta({ id: "InboxState" });

const TakenEvent = z
  .object({
    receipt: z.string().meta({ description: "Acknowledge the event with it" }),
    attempt: z.number().int().meta({ description: "How many times the event was taken, this time included" }),
    /** As a webhook in version V3 gets it. */
    event: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "TakenEvent" });

const InboxEvent = z
  .object({
    event_id: z.string(),
    type: z.string(),
    trigger_id: z.string().nullable(),
    trigger_slug: z.string().nullable(),
    created_at: z.iso.datetime(),
    state: z.enum(["waiting", "in_flight"]),
    attempts: z.number().int(),
    /** When an event that was taken waits again, unless it is acknowledged. */
    in_flight_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "InboxEvent" });

const receipts = z.array(z.string().min(1).max(100)).min(1).max(100);
const Settled = z.object({
  settled: z.number().int(),
  /** Receipts that no longer count: the time was over and the event waits again, or somebody else took it. */
  rejected: z.array(z.string()),
});

export const inboxesApi = {
  listInboxes: operation({
    ...shared,
    id: "inboxes.list",
    method: "GET",
    path: base,
    permission: "webhooks:read",
    audit: "none",
    summary: "List the project's inboxes, oldest first",
    response: z.object({ items: z.array(Inbox) }),
  }),
  createInbox: operation({
    ...shared,
    id: "inboxes.create",
    method: "POST",
    path: base,
    permission: "webhooks:write",
    audit: "inbox.create",
    summary: "Create an inbox: events wait in it until a program takes and acknowledges them",
    status: 201,
    body: z.strictObject({
      name: named("inbox's name"),
      trigger_id: z.string().min(1).max(100).optional().meta({ description: "Only events of this trigger" }),
      enabled_events: z.array(z.string().max(100)).min(1).max(50).default(["composio.trigger.message"]),
    }),
    response: Inbox,
  }),
  getInbox: operation({
    ...shared,
    id: "inboxes.retrieve",
    method: "GET",
    path: `${base}/{inbox_id}`,
    permission: "webhooks:read",
    audit: "none",
    summary: "Get an inbox, with the number of its events",
    params,
    response: InboxState,
  }),
  deleteInbox: operation({
    ...shared,
    id: "inboxes.delete",
    method: "DELETE",
    path: `${base}/{inbox_id}`,
    permission: "webhooks:write",
    audit: "inbox.delete",
    summary: "Delete an inbox; its events stay in the log",
    params,
    response: z.object({ success: z.boolean() }),
  }),
  listInboxEvents: operation({
    ...shared,
    id: "inboxes.listEvents",
    method: "GET",
    path: `${base}/{inbox_id}/events`,
    permission: "webhooks:read",
    audit: "none",
    summary: "List the oldest events of an inbox without taking them, and without their payloads",
    params,
    query: z.object({ limit: limitQuery(20, 100) }),
    response: z.object({ items: z.array(InboxEvent) }),
  }),
  receiveInboxEvents: operation({
    ...shared,
    id: "inboxes.receive",
    method: "POST",
    path: `${base}/{inbox_id}/receive`,
    permission: "triggers:write",
    audit: "inbox.read",
    summary: "Take the next events of an inbox, or wait for some",
    description:
      "Events that are not acknowledged in time wait again. While events of a trigger are taken and not acknowledged, " +
      "nobody else gets later events of this trigger.",
    params,
    body: z
      .strictObject({
        max_events: z.number().int().min(1, batch).max(50, batch).default(10),
        wait_seconds: z.number().int().min(0, waits).max(30, waits).default(0).meta({
          description: "How long to wait if there are none",
        }),
        visibility_seconds: z.number().int().min(1, VISIBILITY_WORDS).max(MAX_VISIBILITY, VISIBILITY_WORDS).default(30),
      })
      .nullish(),
    response: z.object({ items: z.array(TakenEvent) }),
  }),
  acknowledgeInboxEvents: operation({
    ...shared,
    id: "inboxes.acknowledge",
    method: "POST",
    path: `${base}/{inbox_id}/acknowledge`,
    permission: "triggers:write",
    audit: "none",
    summary: "Acknowledge events: they do not come again",
    params,
    body: z.strictObject({ receipts }),
    response: Settled,
  }),
  changeInboxVisibility: operation({
    ...shared,
    id: "inboxes.changeVisibility",
    method: "POST",
    path: `${base}/{inbox_id}/visibility`,
    permission: "triggers:write",
    audit: "none",
    summary: "Keep taken events for longer, or give them back immediately with 0",
    params,
    body: z.strictObject({
      receipts,
      visibility_seconds: z
        .number()
        .int()
        .min(0, `must be from 0 to ${MAX_VISIBILITY}`)
        .max(MAX_VISIBILITY, `must be from 0 to ${MAX_VISIBILITY}`),
    }),
    response: Settled,
  }),
};
