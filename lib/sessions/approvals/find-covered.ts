/** Finds the other waiting calls that a wider decision covers. */
import type { ParkedCall } from "@/generated/prisma/client";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { judgeCall } from "../rules/judge-call";
import { requireSeenSession } from "../sessions";
import { inState, MOST_OF_PROJECT, openCall } from "./parked-calls";
import { policyOf } from "../rules/read-policy";
import type { Policy } from "../rules/policy";

type Waiting = Pick<ParkedCall, "projectId" | "sessionId" | "toolSlug">;

/** Calls of the same tool that wait in the same session. */
export async function findWaiting({ projectId, sessionId, toolSlug }: Waiting, on: Db): Promise<string[]> {
  const where = { projectId, sessionId, toolSlug, ...inState("waiting", now()) };
  const rows = await on.parkedCall.findMany({ where, select: { id: true }, take: MOST_OF_PROJECT });
  return rows.map(({ id }) => id);
}

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
