/** Checks of what becomes of a trigger's events: who wants them, and how they were delivered. Pure. */
import { countOf, pluralOf } from "@/lib/contract/count-of";
import { TEST_RECEIVER_URL } from "@/lib/webhooks/constants";
import type { Subscription } from "@/lib/webhooks/subscriptions/subscriptions";
import type { Check } from "./check";
import type { Facts } from "./facts";

const MESSAGE = "composio.trigger.message";
const LIVE = "Listeners on the websocket get events only while they are connected.";

/** By the host and the ID: a path can be a secret of its receiver. */
function toName({ id, url }: Subscription): string {
  if (url === TEST_RECEIVER_URL) return `test endpoint (${id})`;
  return URL.canParse(url) ? `${new URL(url).host} (${id})` : id;
}

const names = (subscriptions: readonly Subscription[]): string => subscriptions.slice(0, 5).map(toName).join(", ");

type Finding = Pick<Check, "state" | "message" | "fix">;

function findReceivers(subscriptions: readonly Subscription[]): Finding {
  const wanting = subscriptions.filter(({ enabledEvents }) => enabledEvents.includes(MESSAGE));
  const on = wanting.filter(({ disabledAt }) => !disabledAt);
  const open = on.filter(({ pausedAt }) => !pausedAt);
  if (subscriptions.length === 0)
    return {
      state: "warning",
      message: `The project has no webhook endpoint. ${LIVE}`,
      fix: "Create a webhook endpoint.",
    };
  if (wanting.length === 0)
    return {
      state: "problem",
      message: `No webhook endpoint is subscribed to ${MESSAGE}. ${LIVE}`,
      fix: `Add ${MESSAGE} to the enabled_events of a webhook endpoint.`,
    };
  if (on.length === 0)
    return {
      state: "problem",
      message: `All subscribed endpoints are disabled: ${names(wanting)}.`,
      fix: "Fix and enable the endpoint, then resend the missed events from the event logs.",
    };
  if (open.length === 0)
    return {
      state: "problem",
      message: `All subscribed endpoints are paused, so events are queued: ${names(on)}.`,
      fix: "Resume the endpoint.",
    };
  const failing = open.filter(({ failingSince }) => failingSince !== null);
  if (failing.length > 0)
    return {
      state: failing.length === open.length ? "problem" : "warning",
      message: `Failing endpoints: ${names(failing)}.`,
      fix: "Check their latest attempts in the event logs; events are retried with backoff.",
    };
  const rest = wanting.length - open.length;
  return {
    state: "ok",
    message: `Subscribed endpoints: ${names(open)}.${rest > 0 ? ` ${rest} more ${pluralOf(rest, "is", "are")} disabled or paused.` : ""}`,
    fix: null,
  };
}

/** The state of the deliveries of the newest events; the worst decides. */
function findDeliveries({ events }: Facts): Finding & { at: Date | null } {
  const newest = events[0];
  if (!newest) return { state: "unknown", message: "No events to deliver yet.", fix: null, at: null };
  const time = newest.createdAt;
  const all = events.flatMap(({ id, deliveries }) => deliveries.map((delivery) => ({ ...delivery, id })));
  const of = (state: string) => all.filter((delivery) => delivery.state === state);
  const [dead, filtered, delivered] = [of("dead"), of("filtered"), of("delivered")];
  const open = all.length - dead.length - filtered.length - delivered.length;
  const counts =
    `Last ${countOf(events.length, "event")}: ${delivered.length} delivered, ${open} pending or retrying, ` +
    `${filtered.length} filtered out, ${dead.length} failed.`;
  if (all.length === 0)
    return {
      state: "problem",
      message: `The last ${countOf(events.length, "event")} had no webhook endpoint.`,
      fix: "Create a webhook endpoint, then resend them from the event logs.",
      at: time,
    };
  if (dead.length > 0)
    return {
      state: "problem",
      message: counts,
      fix: `Check the delivery attempts of ${dead[0]?.id ?? ""} and resend.`,
      at: time,
    };
  if (filtered.length === all.length)
    return { state: "problem", message: counts, fix: "Change the endpoint's filters.", at: time };
  const isWaiting = newest.deliveries.some(({ state, attempts }) => state === "waiting" && attempts > 0);
  if (isWaiting)
    return {
      state: "warning",
      message: counts,
      fix: `Check the delivery attempts of ${newest.id}: its endpoint is failing.`,
      at: time,
    };
  return { state: "ok", message: counts, fix: null, at: time };
}

/** Checks from the events that came to those who get them. */
export function receiverChecks(facts: Facts): Check[] {
  const { at: time, ...deliveries } = findDeliveries(facts);
  return [
    { id: "receivers", title: "Webhook endpoints", ...findReceivers(facts.subscriptions), at: null },
    { id: "deliveries", title: "Deliveries", ...deliveries, at: time?.toISOString() ?? null },
  ];
}
