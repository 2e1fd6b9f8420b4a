/** The receivers of a project end with it. */
import type { Db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project; deliveries and attempts go with their event. */
export const EVENTS_OF_PROJECT = [
  batchDelete("webhook_event", OF_PROJECT),
  batchDelete("webhook_inbox", OF_PROJECT),
  batchDelete("webhook_subscription", OF_PROJECT),
  batchDelete("tool_webhook", OF_PROJECT),
];

/** Takes every receiver out of use: what waits is taken by nobody, and nothing new is recorded for them. */
export async function endReceivers(tx: Pick<Db, "webhookSubscription">, projectId: string): Promise<void> {
  await tx.webhookSubscription.updateMany({ where: { projectId, deletedAt: null }, data: { deletedAt: now() } });
}
