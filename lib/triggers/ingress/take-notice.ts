/** Reports to triggers that are polled: something is new, or their hook needs something. */
import { holdsAll, type IncomingEvent } from "@/lib/catalog/event-value";
import { listAt } from "@/lib/catalog/list-at";
import type { Ingress, Notice } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { isOwned } from "../instances/owner-key";
import { configOf, type Listener } from "../instances/require-trigger";
import { pollSoon } from "../polling/poll-soon";
import { renewHookSoon } from "../renewal/schedule-hook-renewals";

type Meaning = Notice["does"];

/** From the least to the most: what a later one does includes that the provider reports. */
const BY_WEIGHT: readonly Meaning[] = ["nothing", "look", "renew", "remake"];

/** What a request means for a trigger; undefined if nothing in it is of the trigger's account. */
export function meaningFor(trigger: Listener, ingress: Ingress, incoming: IncomingEvent): Meaning | undefined {
  const { events: way, notices = [] } = ingress;
  const items = way === undefined ? [incoming.body] : (listAt(incoming.body, way) ?? []);
  const meanings = items
    .filter((item) => isOwned(ingress, trigger.ownerKey, item, incoming))
    .map((item) => {
      const event = { ...incoming, body: item };
      return notices.find(({ when }) => holdsAll(when, event, configOf(trigger)))?.does ?? "look";
    });
  return BY_WEIGHT.findLast((meaning) => meanings.includes(meaning));
}

/** Does what a request means. Returns whether the trigger is polled because of it. */
export function takeNotice({ projectId, id }: Listener, meaning: Meaning): Promise<boolean> {
  const isAboutHook = meaning === "renew" || meaning === "remake";
  const data = {
    hookHeardAt: now(),
    ...(isAboutHook && { hookRenewAt: now() }),
    ...(meaning === "remake" && { hookEndsAt: null }),
  };
  return db.$transaction(async (tx) => {
    const where = { projectId, id, disabledAt: null, pollOnly: false };
    const { count } = await tx.triggerInstance.updateMany({ where, data });
    if (count === 0) return false;
    if (isAboutHook) await renewHookSoon(tx, { projectId, id });
    const isPolled = meaning === "look" || meaning === "remake";
    if (isPolled) await pollSoon(tx, { projectId, id });
    return isPolled;
  });
}
