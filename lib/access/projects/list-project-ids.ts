/** The IDs of an organization's projects. */
import { db } from "@/lib/kernel/database/db";

/** Those that are not deleted, oldest first. */
export async function listProjectIds(organizationId: string): Promise<string[]> {
  const rows = await db.project.findMany({
    where: { organizationId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
