/** Webhook subscriptions between the wire's names and ours. */
import type { z } from "zod";
import type { Page } from "@/lib/kernel/database/cursor";
import type { webhooksApi } from "../contract";
import { EVENT_TYPES } from "../event-types";
import type { findTestRequests } from "../inbox/store-test-request";
import type { Change, Subscription } from "./subscriptions";

type Api = typeof webhooksApi;
type Wire = z.input<Api["getWebhookSubscription"]["response"]>;

/** A secret, or its first and last characters. */
export const toShownSecret = (secret: string, isShown: boolean): string =>
  isShown ? secret : `${secret.slice(0, 6)}...${secret.slice(-4)}`;

/**
 * A subscription as the wire shows it.
 * @param showSecret whether the caller may see the secret, which makes messages that a receiver believes
 */
export const toWireSubscription = (subscription: Subscription, showSecret: boolean): Wire => ({
  id: subscription.id,
  webhook_url: subscription.url,
  version: subscription.version,
  enabled_events: subscription.enabledEvents,
  secret: toShownSecret(subscription.secret, showSecret),
  created_at: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
  filters: subscription.filters,
  paused_at: subscription.pausedAt?.toISOString() ?? null,
  disabled_at: subscription.disabledAt?.toISOString() ?? null,
  disabled_reason: subscription.disabledReason,
  failing_since: subscription.failingSince?.toISOString() ?? null,
  previous_secret_until: subscription.previousUntil?.toISOString() ?? null,
});

export const toWireSubscriptions = (page: Page<Subscription>, showSecret: boolean) => ({
  ...page,
  items: page.items.map((subscription) => toWireSubscription(subscription, showSecret)),
});

export const toWireTestRequests = (
  requests: Awaited<ReturnType<typeof findTestRequests>>,
): z.input<Api["listTestRequests"]["response"]> => ({
  items: requests.map(({ eventId, receivedAt, ...request }) => ({
    ...request,
    event_id: eventId,
    at: receivedAt.toISOString(),
  })),
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
