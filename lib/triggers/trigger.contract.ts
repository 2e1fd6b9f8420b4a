/** A trigger and a trigger type as the API shows them, and how a trigger is polled and delivered. */
import { z } from "zod";
import { LEAST_POLL_MINUTES, MOST_POLL_MINUTES } from "./constants";

const time = z.iso.datetime();
const anything = z.record(z.string(), z.unknown());
const way = z.enum(["webhook", "poll"]);

export const TriggerTypeOut = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    instructions: z.string(),
    type: way,
    types: z.array(way).meta({ description: "The ways to learn of its events, the preferred first" }),
    toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
    config: anything.meta({ description: "The schema of trigger_config" }),
    payload: anything.meta({ description: "The schema of the payload of its events" }),
    version: z.string(),
    requires_webhook_endpoint_setup: z.boolean(),
    sample: anything.optional().meta({ description: "Of our own: a payload as it is delivered" }),
    /** Of our own: `documentation` = not tried against the live provider. */
    tried_against: z.enum(["live", "emulator", "documentation"]).optional(),
  })
  .meta({ id: "TriggerType" });

export const TriggerState = z
  .looseObject({
    last_synced_at: time.nullable().meta({ description: "When the provider was last asked, or last sent an event" }),
    next_sync_at: time.nullable().meta({ description: "When it is asked again; null for webhooks" }),
    last_error: z.string().nullable(),
    events_count: z.number().int(),
    last_event_at: time.nullable(),
    overdue: z.boolean().meta({ description: "The next look at the provider is late by three intervals" }),
    disabled_reason: z.string().nullable(),
    webhook_url: z.string().nullable().meta({ description: "Where the provider reports; null for polls" }),
    hook_id: z.string().nullable().meta({ description: "The hook that this server made at the provider" }),
  })
  .meta({ id: "TriggerState" });

export const Polling = z
  .strictObject({
    type: way
      .optional()
      .meta({ description: "webhook: the provider reports, and polls only make sure; poll: it is only polled" }),
    interval: z
      .number()
      .min(LEAST_POLL_MINUTES, "must be at least 0.17 (ten seconds)")
      .max(MOST_POLL_MINUTES)
      .optional()
      .meta({ description: "Minutes between two polls; 2 unless told" }),
  })
  .nullish()
  .meta({ description: "How it is polled; null: as its config and its type say; left out: unchanged" });

/** As webhook subscriptions take it. */
export const EgressUrl = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .nullish()
  .meta({
    description:
      "Where its events are sent in place of the URL of each webhook subscription, which still signs them and says " +
      "which are sent; null: to the subscriptions again; left out: unchanged. Setting it takes webhooks:write",
  });

export const TriggerOut = z
  .object({
    id: z.string(),
    uuid: z.string(),
    connected_account_id: z.string(),
    connected_account_uuid: z.string(),
    user_id: z.string(),
    trigger_name: z.string(),
    trigger_data: z.string(),
    version: z.string(),
    trigger_config: anything,
    polling: z
      .object({ type: way, interval: z.number() })
      .nullable()
      .meta({ description: "How it is polled, as a caller chose; null: as its config and its type say" }),
    egress_url: z.string().nullable().meta({ description: "Where its events are sent; null: to the subscriptions" }),
    state: TriggerState,
    updated_at: time,
    disabled_at: time.nullable(),
    disabledAt: time.nullable(),
    connectedAccountId: z.string(),
    triggerName: z.string(),
    updatedAt: time,
    triggerConfig: anything,
    deprecated: z.object({ createdAt: time }),
  })
  .meta({ id: "TriggerInstance" });
