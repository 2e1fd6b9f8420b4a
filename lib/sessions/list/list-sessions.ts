/** The sessions of a project for a list: with their last use and the number of their calls. */
import type { ToolRouterSession } from "@/generated/prisma/client";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { toSession } from "../store/session-rows";
import { requireSeenSession } from "../sessions";
import { flushSessionCosts } from "../store/session-costs";
import type { Session } from "../session";

/** A session counts as in use for this long after its last call. */
const IN_USE_MS = 24 * 3_600_000;

/** The filters by creator of a session. */
const MADE_BY = {
  member: { createdBy: { not: null } },
  program: { createdBy: null, implicit: false },
  meta_tool: { implicit: true },
} as const satisfies Record<string, Prisma.ToolRouterSessionWhereInput>;

export type SessionFilter = {
  cursor?: string | undefined;
  limit: number;
  user_id?: string | undefined;
  search?: string | undefined;
  state?: "in_use" | "idle" | undefined;
  made_by?: keyof typeof MADE_BY | undefined;
};

export type ListedSession = Session & {
  /** The member who made it in the dashboard. */
  createdBy: string | null;
  lastUsedAt: Date;
  /** The agent's executions, and the approximate tokens that it received. */
  calls: number;
  schemaTokens: number;
  resultTokens: number;
};

const toListedSession = (row: ToolRouterSession): ListedSession => ({
  ...toSession(row),
  createdBy: row.createdBy,
  lastUsedAt: row.lastUsedAt,
  calls: row.calls,
  schemaTokens: Number(row.schemaTokens),
  resultTokens: Number(row.resultTokens),
});

const after = (cursor: Cursor): Prisma.ToolRouterSessionWhereInput => ({
  OR: [{ createdAt: { lt: new Date(cursor.time) } }, { createdAt: new Date(cursor.time), id: { lt: cursor.id } }],
});

/** The project's sessions, newest first. */
export async function listSessions(projectId: string, filter: SessionFilter): Promise<Page<ListedSession>> {
  const { limit, search, state, made_by: madeBy } = filter;
  const cursor = readCursor(filter.cursor);
  await flushSessionCosts();
  const edge = new Date(now().getTime() - IN_USE_MS);
  const where: Prisma.ToolRouterSessionWhereInput = {
    projectId,
    ...(filter.user_id && { userId: filter.user_id }),
    ...(madeBy && MADE_BY[madeBy]),
    ...(state && { lastUsedAt: state === "in_use" ? { gte: edge } : { lt: edge } }),
    ...(search && { OR: [{ userId: { contains: search } }, { id: search }, { word: search }] }),
  };
  const [rows, total] = await Promise.all([
    db.toolRouterSession.findMany({
      where: cursor ? { AND: [where, after(cursor)] } : where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.toolRouterSession.count({ where }),
  ]);
  const sessions = rows.map(toListedSession);
  return toPage(sessions, total, limit, cursor, ({ createdAt, id }) => ({ time: createdAt.toISOString(), id }));
}

/** @throws ApiError NotFound */
export async function requireListed(projectId: string, id: string): Promise<ListedSession> {
  const session = await requireSeenSession(projectId, id);
  await flushSessionCosts();
  const row = await db.toolRouterSession.findFirst({ where: { projectId, id: session.id } });
  // Ended just now: the next request will not find it.
  return row
    ? toListedSession(row)
    : { ...session, createdBy: null, lastUsedAt: session.updatedAt, calls: 0, schemaTokens: 0, resultTokens: 0 };
}
