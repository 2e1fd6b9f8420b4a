/** Disables a subscription whose receiver has failed for days, and records it as an event. */
import { db } from "@/lib/kernel/database/db";
import { background, log } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { recordEvent } from "../events/record-event";

/** Disables a subscription, once; what waits for it is given up. */
export async function disableSubscription(projectId: string, id: string, reason: string): Promise<void> {
  const disabled = await db.$transaction(async (tx) => {
    const time = now();
    const { count } = await tx.webhookSubscription.updateMany({
      where: { projectId, id, disabledAt: null, deletedAt: null },
      data: { disabledAt: time, disabledReason: reason, restUntil: null, failures: 0 },
    });
    if (count === 0) return false;
    await tx.webhookDelivery.updateMany({
      where: { projectId, subscriptionId: id, state: "waiting" },
      data: { state: "dead", nextAt: null, endedAt: time },
    });
    const { url } = await tx.webhookSubscription.findFirstOrThrow({ where: { projectId, id } });
    await recordEvent(tx, projectId, {
      type: "composio.webhook.disabled",
      payload: { id, webhook_url: url, disabled_at: time.toISOString(), disabled_reason: reason },
      lane: id,
    });
    return true;
  });
  if (disabled) log.warn(background("webhooks"), "a receiver failed for days and was disabled", { subscription: id });
}
