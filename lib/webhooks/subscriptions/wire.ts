/** Webhook subscriptions between the wire's names and ours. */
import type { z } from "zod";
import type { Page } from "@/lib/kernel/database/cursor";
import type { webhooksApi } from "../contract";
import { EVENT_TYPES } from "../event-types";
import type { Change, Subscription } from "./subscriptions";

type Api = typeof webhooksApi;
type Wire = z.input<Api["getWebhookSubscription"]["response"]>;

const masked = (secret: string): string => `${secret.slice(0, 6)}...${secret.slice(-4)}`;

/**
 * A subscription as the wire shows it.
 * @param showSecret whether the caller may see the secret, which makes messages that a receiver believes
 */
export const toWireSubscription = (one: Subscription, showSecret: boolean): Wire => ({
  id: one.id,
  webhook_url: one.url,
  version: one.version,
  enabled_events: one.enabledEvents,
  secret: showSecret ? one.secret : masked(one.secret),
  created_at: one.createdAt.toISOString(),
  updated_at: one.updatedAt.toISOString(),
  filters: one.filters,
  paused_at: one.pausedAt?.toISOString() ?? null,
  disabled_at: one.disabledAt?.toISOString() ?? null,
  disabled_reason: one.disabledReason,
  failing_since: one.failingSince?.toISOString() ?? null,
  previous_secret_until: one.previousUntil?.toISOString() ?? null,
});

export const toWireSubscriptions = (page: Page<Subscription>, showSecret: boolean) => ({
  ...page,
  items: page.items.map((one) => toWireSubscription(one, showSecret)),
});

export const toChange = (body: z.output<Api["updateWebhookSubscription"]["body"]>): Change => ({
  url: body?.webhook_url,
  enabledEvents: body?.enabled_events,
  version: body?.version,
  filters: body?.filters,
  paused: body?.paused,
  enabled: body?.enabled,
});

/** Every kind of events, for people who choose. */
export const toWireEventTypes = () => ({
  items: Object.entries(EVENT_TYPES).map(([type, { description, versions }]) => ({
    event_type: type,
    description,
    supported_versions: [...versions],
  })),
});
