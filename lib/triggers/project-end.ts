/** The triggers of a project end with it. */
import { db, type Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const TRIGGERS_OF_PROJECT = [
  batchDelete("trigger_instance", OF_PROJECT),
  batchDelete("webhook_endpoint", OF_PROJECT),
];

/**
 * Ends polls and the addresses at which providers report: they answer 410, by which providers give up. A poll that is
 * under way stores nothing any more.
 */
export async function endTriggers(
  tx: Pick<Db, "triggerInstance" | "webhookEndpoint">,
  projectId: string,
): Promise<void> {
  await tx.triggerInstance.deleteMany({ where: { projectId } });
  await tx.webhookEndpoint.deleteMany({ where: { projectId } });
}

/** How many triggers a project has. */
export const countTriggers = (projectId: string): Promise<number> => db.triggerInstance.count({ where: { projectId } });
