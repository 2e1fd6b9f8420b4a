/** Counts the keys of a project, for its overview. */
import { now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";

/** How many keys of the project work at present. */
export const countApiKeys = (projectId: string): Promise<number> =>
  db.apiKey.count({
    where: { projectId, kind: "project", revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
  });
