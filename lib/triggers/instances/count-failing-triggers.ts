/** Counts the triggers that need a person. */
import { db } from "@/lib/kernel/database/db";

/** Triggers with an error, and those that the server has disabled; a trigger that a person disabled needs nobody. */
export const countFailingTriggers = (projectId: string): Promise<number> =>
  db.triggerInstance.count({
    where: { projectId, OR: [{ disabledReason: { not: null } }, { disabledAt: null, lastError: { not: null } }] },
  });
