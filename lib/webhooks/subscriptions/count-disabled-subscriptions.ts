/** Counts the receivers that the server has disabled. */
import { db } from "@/lib/kernel/database/db";

export const countDisabledSubscriptions = (projectId: string): Promise<number> =>
  db.webhookSubscription.count({ where: { projectId, deletedAt: null, disabledReason: { not: null } } });
