/** Counts the keys of a project, for its overview. */
import { db } from "@/lib/kernel/database/db";

/** How many keys the project ever had: those that were revoked or expired, too. */
export const countApiKeys = (projectId: string): Promise<number> =>
  db.apiKey.count({ where: { projectId, kind: "project" } });
