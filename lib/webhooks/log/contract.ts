/** The log of events: what happened, to whom it was sent, and sending it again. */
import { z } from "zod";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";
import { operation } from "@/lib/contract/operation";
import { MAX_MOMENT } from "@/lib/contract/texts";
import { DELIVERY_STATES, STATE_FILTERS } from "../constants";

const tag = "Events";
const base = "/api/v3/internal/patchbay/events";
const read = { tag, auth: "project", permission: "observability:read", audit: "none" } as const;
const write = { tag, auth: "project", permission: "webhooks:write", own: true } as const;
const params = z.object({ id: z.string().min(1).max(100) });

const State = z.enum(DELIVERY_STATES);
const text = z.string().max(200).optional();

/** Which events are meant; all that are given hold. */
const filter = {
  type: text,
  trigger_id: text,
  trigger_slug: text,
  toolkit_slug: text,
  user_id: text,
  connected_account_id: text,
  /** Events with at least one delivery of this state; none: without any delivery. */
  state: z.enum(STATE_FILTERS).optional(),
  /** Events with a delivery to this subscription; with `state`, one of that state. */
  sent_to: text,
  /** A part of the slug of the trigger, or a whole id of an event, a trigger, a user or an account. */
  search: text,
  from: z.iso.datetime().max(MAX_MOMENT).optional(),
  to: z.iso.datetime().max(MAX_MOMENT).optional(),
};

/** The largest number of events in one export. */
export const MAX_EXPORTED_EVENTS = 10_000;

const Delivery = z.object({
  id: z.string(),
  subscription_id: z.string(),
  kind: z.enum(["event", "resend", "replay", "sample"]),
  state: State,
  attempts: z.number().int(),
  next_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
});

const summary = {
  id: z.string(),
  type: z.string(),
  created_at: z.iso.datetime(),
  trigger_id: z.string().nullable(),
  trigger_slug: z.string().nullable(),
  toolkit_slug: z.string().nullable(),
  user_id: z.string().nullable(),
  connected_account_id: z.string().nullable(),
  sample: z.boolean(),
  bytes: z.number().int(),
  deliveries: z.array(Delivery),
};

const Attempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  duration_ms: z.number().int(),
  url: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
});

const TriggerLog = z.object({
  id: z.string(),
  connectionId: z.string(),
  clientId: z.string(),
  entityId: z.string(),
  status: z.string(),
  appName: z.string(),
  createdAt: z.string(),
  type: z.literal("trigger"),
  meta: z.object({
    id: z.string(),
    type: z.literal("trigger"),
    createdAt: z.string(),
    updatedAt: z.string(),
    provider: z.string(),
    clientId: z.string(),
    connectionId: z.string(),
    triggerProviderPayload: z.string().optional(),
    triggerClientPayload: z.string().optional(),
    triggerClientError: z.string().optional(),
    triggerName: z.string().optional(),
    triggerClientResponse: z.string().optional(),
    triggerId: z.string().optional(),
    triggerNanoId: z.string().optional(),
  }),
});

const milliseconds = z.number().int().min(0).max(8.64e15).nullish();

export const eventsApi = {
  listEvents: operation({
    id: "listEvents",
    method: "GET",
    path: base,
    ...read,
    own: true,
    summary: "List events, newest first, with the state of their deliveries",
    description:
      "Each page looks through 20,000 events, with trigger_id through those of the trigger, " +
      "so that a page may have few or no items and a next_cursor, which goes on. " +
      "total_items counts what fits among the newest 20,000, and up to 10,000.",
    query: z.object({ ...filter, cursor: cursorQuery, limit: limitQuery(20, 100) }),
    response: page(z.object(summary)),
  }),
  exportEvents: operation({
    id: "exportEvents",
    method: "POST",
    path: `${base}/export`,
    ...read,
    audit: "event.export",
    own: true,
    summary: "Export events",
    description:
      "Streams the events that the filters choose, newest first: as JSON Lines with their payloads, " +
      "or as CSV without them. " +
      `At most ${MAX_EXPORTED_EVENTS.toLocaleString("en")} at once; ` +
      "end the next export with `to` where the last one ended to have the rest.",
    body: z.object({
      ...filter,
      format: z.enum(["jsonl", "csv"]),
      limit: limitQuery(MAX_EXPORTED_EVENTS, MAX_EXPORTED_EVENTS),
    }),
    response: z.unknown(),
  }),
  getEvent: operation({
    id: "getEvent",
    method: "GET",
    path: `${base}/{id}`,
    ...read,
    audit: "event.read",
    own: true,
    summary: "Get an event with its payload and every attempt to deliver it",
    params,
    query: z.object({ version: z.enum(["V1", "V2", "V3"]).default("V3") }),
    response: z.object({
      ...summary,
      deliveries: z.array(Delivery.extend({ url: z.string().nullable(), log: z.array(Attempt) })),
      /** Null when the payload is no longer stored. */
      data: z.record(z.string(), z.unknown()).nullable(),
      original: z.unknown().optional(),
      /** The body that receivers of `version` get; null with the payload. */
      message: z.record(z.string(), z.unknown()).nullable(),
    }),
  }),
  resendEvent: operation({
    id: "resendEvent",
    method: "POST",
    path: `${base}/{id}/resend`,
    ...write,
    audit: "event.resend",
    summary: "Send an event again, with the same id, to one subscription or to all that it was sent to",
    params,
    body: z.object({ subscription_id: z.string().max(100).optional() }).nullish(),
    response: z.object({ deliveries: z.number().int() }),
  }),
  resendEvents: operation({
    id: "resendEvents",
    method: "POST",
    path: `${base}/resend`,
    ...write,
    audit: "event.resend_many",
    summary: "Send the events that fit a filter again to one subscription: 10,000 at most, oldest first",
    description: "Of the newest 20,000 events, as the list counts them; `to` goes further back.",
    body: z.object({ ...filter, subscription_id: z.string().max(100) }),
    response: z.object({ deliveries: z.number().int() }),
  }),
  replayEvent: operation({
    id: "replayEvent",
    method: "POST",
    path: `${base}/{id}/replay`,
    ...write,
    audit: "event.replay",
    summary: "Send an event to another URL once, signed as for a subscription",
    params,
    body: z.object({ subscription_id: z.string().max(100), url: z.string().min(1).max(2000) }),
    response: z.object({ deliveries: z.number().int() }),
  }),
  listTriggerLogs: operation({
    id: "logs.triggers.list",
    method: "POST",
    path: "/api/v3/internal/trigger/logs",
    ...read,
    summary: "Search the messages of triggers, as older clients ask for them",
    body: z
      .object({
        time: z.enum(["5m", "30m", "6h", "1d", "1w", "1month", "1y"]).optional(),
        from: milliseconds,
        to: milliseconds,
        status: z.enum(["all", "success", "error"]).optional(),
        search: text,
        integrationId: text,
        entityId: text,
        userId: text,
        limit: limitQuery(20, 100),
        cursor: z
          .string()
          .max(500)
          .regex(/^[\w-]+\.[\w-]+$/)
          .nullish(),
        search_params: z
          .array(
            z.object({
              field: z.enum(["trigger_id", "trigger_name", "connected_account_id", "user_id"]).optional(),
              operation: z.string().max(20).optional(),
              value: z.string().max(200).optional(),
            }),
          )
          .max(20)
          .optional(),
        include_payload: z.boolean().optional(),
      })
      .nullish(),
    response: z.object({ data: z.array(TriggerLog), nextCursor: z.string().nullable() }),
  }),
  getTriggerLog: operation({
    id: "logs.triggers.retrieve",
    method: "GET",
    path: "/api/v3/internal/trigger/log/{id}",
    ...read,
    audit: "event.read",
    summary: "Get one message of a trigger, as older clients ask for it",
    params,
    response: z.object({ log: TriggerLog }),
  }),
};
