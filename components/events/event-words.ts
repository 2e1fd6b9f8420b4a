/** Texts about events on the pages: names, delivery states, links. Pure. */
import { countOf } from "@/lib/contract/count-of";
import type { ResultOf } from "@/lib/contract/client";
import type { eventsApi } from "@/generated/addresses/webhooks/log";

export type EventRow = ResultOf<typeof eventsApi.listEvents>["items"][number];
export type EventDetail = ResultOf<typeof eventsApi.getEvent>;
export type DeliveryDetail = EventDetail["deliveries"][number];
export type Attempt = DeliveryDetail["log"][number];

export const eventHref = (id: string): string => `/logs/triggers?open=${encodeURIComponent(id)}`;
export const receiverHref = (id: string): string => `/settings/webhooks/${encodeURIComponent(id)}`;
export const triggerHref = (id: string): string => `/triggers/${encodeURIComponent(id)}`;
export const typeHref = (slug: string): string => `/triggers/types/${encodeURIComponent(slug)}`;

const PREFIX = "composio.";

/** The kind of an event as all pages show it; messages to receivers have it with the prefix. */
export const shortKind = (type: string): string => (type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type);
export const longKind = (text: string): string => (text.startsWith(PREFIX) ? text : `${PREFIX}${text}`);

/** The type of the event's trigger, or the kind of the event. */
export const eventName = ({ trigger_slug: slug, type }: Pick<EventRow, "trigger_slug" | "type">): string =>
  slug ?? shortKind(type);

export const EVENT_STATES = {
  none: "No endpoint",
  waiting: "Waiting",
  sending: "Sending",
  retrying: "Retrying",
  delivered: "Delivered",
  filtered: "Filtered",
  dead: "Failed",
} as const;
export type EventState = keyof typeof EVENT_STATES;

type Delivery = Pick<EventRow["deliveries"][number], "subscription_id" | "state" | "attempts" | "kind">;

/** The state of a delivery. A delivery that waits after an attempt is a retry. */
export const deliveryState = ({ state, attempts }: Pick<Delivery, "state" | "attempts">): EventState =>
  state === "waiting" && attempts > 0 ? "retrying" : state;

/** The newest delivery to each receiver: a later resend replaces an earlier failure. */
export function lastDeliveries<D extends Delivery>(deliveries: readonly D[]): D[] {
  const last = new Map<string, D>();
  for (const delivery of deliveries) if (delivery.kind !== "replay") last.set(delivery.subscription_id, delivery);
  return [...last.values()];
}

/** The worst state first: a single failed receiver must be visible. */
const ORDER: readonly EventState[] = ["dead", "retrying", "sending", "waiting", "delivered", "filtered"];

/** The overall state of the event. */
export function eventState(deliveries: readonly Delivery[]): EventState {
  const states = new Set(lastDeliveries(deliveries).map(deliveryState));
  return ORDER.find((state) => states.has(state)) ?? "none";
}

/** `2 of 3` where receivers differ; nothing where there is one receiver or all have it. */
export function deliveredShare(deliveries: readonly Delivery[]): string {
  const lastAttempts = lastDeliveries(deliveries).filter(({ state }) => state !== "filtered");
  const delivered = lastAttempts.filter(({ state }) => state === "delivered").length;
  return lastAttempts.length < 2 || delivered === lastAttempts.length ? "" : `${delivered} of ${lastAttempts.length}`;
}

/** Returns whether a delivery of the event is not finished. */
export const isUnsettled = ({ deliveries }: Pick<EventRow, "deliveries">): boolean =>
  deliveries.some(({ state }) => state === "waiting" || state === "sending");

/** The server's limit of a count, and of one request to send events again. */
export const MOST_COUNTED = 10_000;

export const countWords = (count: number): string =>
  count >= MOST_COUNTED ? `${count.toLocaleString("en")} or more events` : countOf(count, "event");
