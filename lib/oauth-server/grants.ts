/** What people and machines were allowed: made, listed, and ended at once in every copy of the app. */
import type { OauthGrant } from "@/generated/prisma/client";
import { announceChange } from "@/lib/access/announce-change";
import { afterNewest, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db } from "@/lib/kernel/database/db";
import { lastUsed } from "@/lib/kernel/database/last-used";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";

export type Grant = Pick<
  OauthGrant,
  "id" | "projectId" | "serverId" | "clientId" | "userId" | "toolkits" | "tools" | "grantedAs" | "grantedBy"
>;

/** With the name of its server, for people. */
export type NamedGrant = OauthGrant & { server: { name: string } };
export const SERVER_NAME = { server: { select: { name: true } } } as const;

/**
 * `member`: somebody with an account here; `end_user`: by a sign-in link; `machine`: made with a client of the project.
 */
export type GrantedAs = "member" | "end_user" | "machine";

export type NewGrant = Omit<Grant, "id" | "grantedAs"> & { id?: string; clientName: string; grantedAs: GrantedAs };

/** One client of one user: as many installations share an id as this. The oldest ends when there are more. */
const MOST_OF_A_CLIENT = 20;

/** Makes a grant in the caller's transaction. */
export async function createGrantIn(tx: Db, { id = newId("oauthGrant"), ...grant }: NewGrant): Promise<Grant> {
  const row = await tx.oauthGrant.create({ data: { ...grant, id, createdAt: now() } });
  const { projectId, serverId, clientId, userId } = row;
  const surplus = await tx.oauthGrant.findMany({
    where: { projectId, serverId, clientId, userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: MOST_OF_A_CLIENT,
    select: { id: true },
  });
  if (surplus.length > 0)
    await endGrantsIn(tx, projectId, { id: { in: surplus.map((surplusGrant) => surplusGrant.id) } });
  return row;
}

type Which = { id?: string | { in: string[] }; serverId?: string; userId?: string; clientId?: string };

/** Ends grants with all of their tokens. @returns how many */
export async function endGrantsIn(tx: Db, projectId: string, which: Which): Promise<number> {
  const { count } = await tx.oauthGrant.deleteMany({ where: { ...which, projectId } });
  if (count > 0) await announceChange(tx, "callers");
  return count;
}

/** The same in a transaction of its own. Codes that were not collected yet also end. */
export const endGrants = (projectId: string, which: { serverId: string; userId: string }): Promise<number> =>
  db.$transaction(async (tx) => {
    await tx.oauthCode.deleteMany({ where: { ...which, projectId } });
    return endGrantsIn(tx, projectId, which);
  });

const LOCK = statement({
  name: "oauth-server.lock-grant",
  text: `SELECT client_id FROM oauth_grant
    WHERE project_id = $2 AND id = $1 AND ($3::text IS NULL OR user_id = $3) FOR UPDATE`,
  columns: { client_id: "text" },
});

/**
 * Ends a grant with all of its tokens; of a machine, its client too. What the same program was allowed for the same
 * user and has not collected yet ends, too: otherwise it would be back a moment later.
 * @param userId whose it has to be, where a user ends it
 * @throws ApiError NotFound, for another project's and another user's too
 */
export const revokeGrant = (projectId: string, id: string, userId: string | null = null): Promise<void> =>
  db.$transaction(async (tx) => {
    const of = { projectId, id, ...(userId !== null && { userId }) };
    const same = await tx.oauthGrant.findFirst({ where: of, select: { serverId: true, clientId: true, userId: true } });
    // Before the lock, in the order in which collecting a code locks.
    if (same) await tx.oauthCode.deleteMany({ where: { ...same, projectId, usedAt: null } });
    const [row] = await rowsIn(tx, LOCK, [id, projectId, userId]);
    if (!row)
      throw new ApiError("NotFound", `There is no connected client ${id.slice(0, 100)} in this project.`, {
        suggestedFix: "List them with GET /api/v3/internal/patchbay/mcp/clients.",
      });
    await endGrantsIn(tx, projectId, { id });
    await tx.oauthClient.deleteMany({ where: { id: row.client_id, projectId } });
  });

export type GrantFilter = { serverId?: string | undefined; userId?: string | undefined };

/** The project's grants, newest first. */
export async function listGrants(
  projectId: string,
  { serverId, userId }: GrantFilter,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<NamedGrant>> {
  const cursor = readCursor(text);
  const where = { projectId, ...(serverId !== undefined && { serverId }), ...(userId !== undefined && { userId }) };
  const [rows, total] = await Promise.all([
    db.oauthGrant.findMany({
      where: { ...where, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      include: SERVER_NAME,
    }),
    db.oauthGrant.count({ where }),
  ]);
  return toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
}

const SET_LAST_USE = statement({
  name: "last-used.OAuth grants",
  text: `UPDATE oauth_grant SET last_used_at = $2
    WHERE id = ANY($1::text[]) AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
});

export const { record: recordGrantUse } = lastUsed("OAuth grants", SET_LAST_USE);
