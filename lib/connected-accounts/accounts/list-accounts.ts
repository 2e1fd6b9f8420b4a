/** Lists connected accounts, and counts those of auth configs. */
import { afterCursor } from "@/lib/auth-configs/after-cursor";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { rowsByBytes } from "@/lib/kernel/database/rows-by-bytes";
import type { ConnectedAccount } from "./accounts";
import type { AccountStatus } from "../contract";

export type AccountFilter = {
  toolkitSlugs?: string[];
  statuses?: AccountStatus[];
  userIds?: string[];
  authConfigIds?: string[];
  ids?: string[];
  /** true: accounts that have worked; false: attempts to connect, which never did. */
  everActive?: boolean | undefined;
  accountType: "PRIVATE" | "SHARED" | "ALL";
  orderBy: "createdAt" | "updatedAt";
  direction: "asc" | "desc";
  limit: number;
  cursor?: string;
};

/** Accounts that have worked at some time: those that work now, and those whose history shows it. */
const everActive = (projectId: string): Prisma.ConnectedAccountWhereInput => ({
  OR: [{ status: { in: ["ACTIVE", "INACTIVE"] } }, { events: { some: { projectId, status: "ACTIVE" } } }],
});

const sizeOf = ({ credentials, currentUser, acl }: ConnectedAccount): number =>
  (credentials?.length ?? 0) + (currentUser?.length ?? 0) + (acl === null ? 0 : JSON.stringify(acl).length);

/** A page of the accounts that match the filter. */
export async function listAccounts(projectId: string, filter: AccountFilter): Promise<Page<ConnectedAccount>> {
  const { orderBy, direction, limit } = filter;
  const cursor = readCursor(filter.cursor);
  const where: Prisma.ConnectedAccountWhereInput = {
    projectId,
    ...(filter.toolkitSlugs && { toolkitSlug: { in: filter.toolkitSlugs } }),
    ...(filter.statuses && { status: { in: filter.statuses } }),
    ...(filter.userIds && { userId: { in: filter.userIds } }),
    ...(filter.authConfigIds && { authConfigId: { in: filter.authConfigIds } }),
    ...(filter.ids && { id: { in: filter.ids } }),
    ...(filter.everActive === true && everActive(projectId)),
    ...(filter.everActive === false && { NOT: everActive(projectId) }),
    ...(filter.accountType !== "ALL" && { accountType: filter.accountType }),
  };
  const position = (row: ConnectedAccount) => ({ time: row[orderBy].toISOString(), id: row.id });
  const read = (take: number, after: ConnectedAccount | undefined) =>
    db.connectedAccount.findMany({
      where: { AND: [where, afterCursor(after ? position(after) : cursor, orderBy, direction)] },
      orderBy: [{ [orderBy]: direction }, { id: direction }],
      take,
    });
  const [{ rows, fit }, total] = await Promise.all([
    rowsByBytes(limit, read, sizeOf),
    db.connectedAccount.count({ where }),
  ]);
  return toPage(rows, total, limit, cursor, position, fit);
}

/** How many accounts each auth config has, attempts to connect left out; auth configs without any are absent. */
export async function countAccounts(projectId: string, authConfigIds: string[]): Promise<Map<string, number>> {
  if (authConfigIds.length === 0) return new Map();
  const groups = await db.connectedAccount.groupBy({
    by: ["authConfigId"],
    where: { projectId, authConfigId: { in: authConfigIds }, ...everActive(projectId) },
    _count: true,
  });
  return new Map(groups.map(({ authConfigId, _count }) => [authConfigId, _count]));
}
