/** Counts the keys of a project and checks whether a program used one, for its overview. */
import { db } from "@/lib/kernel/database/db";
import { KEY_KINDS } from "./api-keys";

/** How many keys the project ever had: those that were revoked or expired, too. */
export const countApiKeys = (projectId: string): Promise<number> =>
  db.apiKey.count({ where: { projectId, kind: { in: KEY_KINDS } } });

/** Whether a program ever called with a key of the project. */
export const isKeyUsed = async (projectId: string): Promise<boolean> =>
  (await db.apiKey.findFirst({
    where: { projectId, kind: { in: KEY_KINDS }, lastUsedAt: { not: null } },
    select: { id: true },
  })) !== null;
