/** Checks of what becomes of a trigger's events: who wants them, and how they were delivered. Pure. */
import type { Subscription } from "@/lib/webhooks/subscriptions/subscriptions";
import type { Check } from "./check";
import { countOf } from "./count-of";
import type { Facts } from "./facts";

const MESSAGE = "composio.trigger.message";
const LIVE = "Listeners on the websocket get events only while they are connected.";

const names = (subscriptions: readonly Subscription[]): string =>
  subscriptions
    .slice(0, 5)
    .map(({ id }) => id)
    .join(", ");

type Finding = Pick<Check, "state" | "message" | "fix">;

function findReceivers(subscriptions: readonly Subscription[]): Finding {
  const wanting = subscriptions.filter(({ enabledEvents }) => enabledEvents.includes(MESSAGE));
  const on = wanting.filter(({ disabledAt }) => !disabledAt);
  const open = on.filter(({ pausedAt }) => !pausedAt);
  if (subscriptions.length === 0)
    return {
      state: "warning",
      message: `The project has no webhook subscription. ${LIVE}`,
      fix: "Create a webhook subscription.",
    };
  if (wanting.length === 0)
    return {
      state: "problem",
      message: `No webhook subscription has asked for ${MESSAGE}. ${LIVE}`,
      fix: `Add ${MESSAGE} to the enabled_events of a subscription.`,
    };
  if (on.length === 0)
    return {
      state: "problem",
      message: `Each subscription that wants the events is disabled: ${names(wanting)}.`,
      fix: "Fix the receiver, enable its subscription, and send the missed events again from the event log.",
    };
  if (open.length === 0)
    return {
      state: "problem",
      message: `Each subscription that wants the events is paused, so they wait: ${names(on)}.`,
      fix: "Let the subscription go on.",
    };
  const failing = open.filter(({ failingSince }) => failingSince !== null);
  if (failing.length > 0)
    return {
      state: failing.length === open.length ? "problem" : "warning",
      message: `Receivers that fail at present: ${names(failing)}.`,
      fix: "Look at their last attempts in the event log; events are retried with growing pauses.",
    };
  const rest = wanting.length - open.length;
  return {
    state: "ok",
    message: `Subscriptions that get the events: ${names(open)}.${rest > 0 ? ` ${rest} more are disabled or paused.` : ""}`,
    fix: null,
  };
}

/** The state of the deliveries of the newest events; the worst decides. */
function findDeliveries({ events }: Facts): Finding & { at: Date | null } {
  const newest = events[0];
  if (!newest) return { state: "unknown", message: "There is no event to deliver yet.", fix: null, at: null };
  const time = newest.createdAt;
  const all = events.flatMap(({ id, deliveries }) => deliveries.map((delivery) => ({ ...delivery, id })));
  const of = (state: string) => all.filter((delivery) => delivery.state === state);
  const [dead, filtered, delivered] = [of("dead"), of("filtered"), of("delivered")];
  const open = all.length - dead.length - filtered.length - delivered.length;
  const counts =
    `Of the last ${countOf(events.length, "event")}: ${countOf(delivered.length, "delivery", "deliveries")} arrived, ` +
    `${countOf(open, "waits or is sent again", "wait or are sent again")}, ` +
    `${countOf(filtered.length, "was", "were")} left out by filters, ${countOf(dead.length, "was", "were")} given up.`;
  if (all.length === 0)
    return {
      state: "problem",
      message:
        events.length === 1
          ? "The last event had no receiver when it came."
          : `The last ${events.length} events had no receiver when they came.`,
      fix: "Create a subscription, then send them again from the event log.",
      at: time,
    };
  if (dead.length > 0)
    return {
      state: "problem",
      message: counts,
      fix: `Look at the attempts of ${dead[0]?.id ?? ""} and resend.`,
      at: time,
    };
  if (filtered.length === all.length)
    return { state: "problem", message: counts, fix: "Change the filters of the subscription.", at: time };
  const isWaiting = newest.deliveries.some(({ state, attempts }) => state === "waiting" && attempts > 0);
  if (isWaiting)
    return {
      state: "warning",
      message: counts,
      fix: `Look at the attempts of ${newest.id}: its receiver fails.`,
      at: time,
    };
  return { state: "ok", message: counts, fix: null, at: time };
}

/** Checks from the events that came to those who get them. */
export function receiverChecks(facts: Facts): Check[] {
  const { at: time, ...deliveries } = findDeliveries(facts);
  return [
    { id: "receivers", title: "Receivers", ...findReceivers(facts.subscriptions), at: null },
    { id: "deliveries", title: "Deliveries", ...deliveries, at: time?.toISOString() ?? null },
  ];
}
