/** Lists triggers. */
import { afterCursor } from "@/lib/auth-configs/after-cursor";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import type { Trigger } from "./require-trigger";

export type TriggerFilter = {
  userIds?: string[] | undefined;
  accountIds?: string[] | undefined;
  authConfigIds?: string[] | undefined;
  ids?: string[] | undefined;
  slugs?: string[] | undefined;
  toolkitSlugs?: string[] | undefined;
  showDisabled: boolean;
  limit: number;
  cursor?: string | undefined;
};

/** A page of the triggers that fit the filter, newest first. */
export async function listTriggers(projectId: string, filter: TriggerFilter): Promise<Page<Trigger>> {
  const { userIds, accountIds, authConfigIds, ids, slugs, toolkitSlugs, limit } = filter;
  const cursor = readCursor(filter.cursor);
  const where: Prisma.TriggerInstanceWhereInput = {
    projectId,
    ...(userIds && { userId: { in: userIds } }),
    ...(accountIds && { accountId: { in: accountIds } }),
    ...(authConfigIds && { authConfigId: { in: authConfigIds } }),
    ...(ids && { id: { in: ids } }),
    ...(slugs && { slug: { in: slugs.map((slug) => slug.toUpperCase()) } }),
    ...(toolkitSlugs && { toolkitSlug: { in: toolkitSlugs.map((slug) => slug.toLowerCase()) } }),
    ...(!filter.showDisabled && { disabledAt: null }),
  };
  const [rows, total] = await Promise.all([
    db.triggerInstance.findMany({
      where: { AND: [where, afterCursor(cursor, "createdAt", "desc")] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.triggerInstance.count({ where }),
  ]);
  return toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
}
