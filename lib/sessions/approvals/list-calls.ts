/** The lists of the inbox. */
import type { ParkedCall } from "@/generated/prisma/client";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { inState, type ApprovalState } from "./parked-calls";

export type CallFilter = {
  cursor?: string | undefined;
  limit: number;
  state?: ApprovalState[] | undefined;
  session_id?: string | undefined;
};

const after = ({ time: createdAt, id }: Cursor): Prisma.ParkedCallWhereInput => ({
  OR: [{ createdAt: { lt: new Date(createdAt) } }, { createdAt: new Date(createdAt), id: { lt: id } }],
});

/** Newest first. */
export async function listCalls(projectId: string, filter: CallFilter): Promise<Page<ParkedCall>> {
  const { limit, state, session_id: sessionId } = filter;
  const time = now();
  const cursor = readCursor(filter.cursor);
  const conditions: Prisma.ParkedCallWhereInput[] = state ? [{ OR: state.map((name) => inState(name, time)) }] : [];
  const where: Prisma.ParkedCallWhereInput = { projectId, ...(sessionId && { sessionId }), AND: conditions };
  const [rows, total] = await Promise.all([
    db.parkedCall.findMany({
      where: cursor ? { ...where, AND: [...conditions, after(cursor)] } : where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.parkedCall.count({ where }),
  ]);
  return toPage(rows, total, limit, cursor, ({ createdAt, id }) => ({ time: createdAt.toISOString(), id }));
}

/** The most calls on one page. */
const MOST_OF_USER = 100;

/** The calls of a user that wait for the user's own decision, the next to expire first. */
export const listCallsOfUser = (projectId: string, userId: string): Promise<ParkedCall[]> =>
  db.parkedCall.findMany({
    where: { projectId, userId, approvers: { path: ["user"], equals: true }, ...inState("waiting", now()) },
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    take: MOST_OF_USER,
  });

export const countWaiting = (projectId: string): Promise<number> =>
  db.parkedCall.count({ where: { projectId, ...inState("waiting", now()) } });

/** Whether all of these calls still wait. */
export const areWaiting = async (projectId: string, ids: readonly string[]): Promise<boolean> =>
  (await db.parkedCall.count({ where: { projectId, id: { in: [...ids] }, ...inState("waiting", now()) } })) ===
  ids.length;
