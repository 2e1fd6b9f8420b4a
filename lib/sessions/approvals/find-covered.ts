/** Finds the other waiting calls that a wider decision covers. */
import type { ParkedCall } from "@/generated/prisma/client";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { judgeCall } from "../rules/judge-call";
import { requireSeenSession } from "../sessions";
import { inState, MOST_OF_PROJECT, openCall } from "./parked-calls";
import { mayDecide, type Party } from "../rules/may-decide";
import { policyOf, readApprovers } from "../rules/read-policy";
import type { Policy } from "../rules/policy";

type Waiting = Pick<ParkedCall, "projectId" | "sessionId" | "toolSlug">;

/** Calls of the same tool that wait in the same session. */
export async function findWaiting({ projectId, sessionId, toolSlug }: Waiting, on: Db): Promise<string[]> {
  const where = { projectId, sessionId, toolSlug, ...inState("waiting", now()) };
  const rows = await on.parkedCall.findMany({ where, select: { id: true }, take: MOST_OF_PROJECT });
  return rows.map(({ id }) => id);
}

const equals = ({ projectId, id, equalPrint }: ParkedCall) => ({
  projectId,
  equalPrint: equalPrint ?? "",
  id: { not: id },
  ...inState("waiting", now()),
});

/** Other waiting calls that would do exactly the same; none for calls that older versions parked. */
export async function findEqual(row: ParkedCall, on: Db): Promise<string[]> {
  if (row.equalPrint === null) return [];
  const rows = await on.parkedCall.findMany({ where: equals(row), select: { id: true }, take: MOST_OF_PROJECT });
  return rows.map(({ id }) => id);
}

/** How many those are. */
export const countEqual = async (row: ParkedCall): Promise<number> =>
  row.equalPrint === null || row.state !== "waiting" ? 0 : db.parkedCall.count({ where: equals(row) });

/** The facts of a call that its row does not have. */
export const findCallFacts = async (row: ParkedCall, party: Party) => ({
  identical: await countEqual(row),
  mayDecide: mayDecide(readApprovers(row.approvers), party),
});

/** Whether a call no longer needs an approval. A call that cannot be judged still waits. */
async function runsNow(row: ParkedCall, policy: Policy): Promise<boolean> {
  const { projectId } = row;
  try {
    const session = await requireSeenSession(projectId, row.sessionId);
    const { tool } = await requireChosenTool(projectId, row.toolSlug, { asked: openCall(row).version });
    return judgeCall(session, tool, policy).kind === "runs";
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/** Waiting calls of the tool, in any session, that need no approval by the project's current rules. */
export async function findCovered({ projectId, toolSlug }: Waiting): Promise<string[]> {
  const policy = await policyOf(projectId);
  const where = { projectId, toolSlug, ...inState("waiting", now()) };
  const covered: string[] = [];
  for (const row of await db.parkedCall.findMany({ where, take: MOST_OF_PROJECT }))
    if (await runsNow(row, policy)) covered.push(row.id);
  return covered;
}
