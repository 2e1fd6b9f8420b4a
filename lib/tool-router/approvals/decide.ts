/** Decisions: each call is decided at most once, before its time is over, by a person or by the client that called. */
import type { ParkedCall } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { requireCall, stateOf, type Decision } from "./parked-calls";
import { announcePolicy, forgetPolicy } from "./policy";
import { putRule } from "./rules";

/** Carries out a call that was allowed. Tried again while the server cannot; it is never carried out twice. */
export const CARRY_OUT: JobKind = { name: "tool-router.carry-out", work: "providers", pauses: [5, 30, 120, 600] };

export type Decider = { id: string; name: string | null };
export type Given = { decision: Decision; reason?: string | null | undefined };

const DECIDE = statement({
  name: "approvals.decide",
  text: `UPDATE parked_call SET state = $3, decision = $4, decided_by = $5, decided_name = $6, note = $7, decided_at = clock_timestamp(),
      ended_at = CASE WHEN $3 = 'denied' THEN clock_timestamp() END
    WHERE project_id = $1 AND id = $2 AND state = 'waiting' AND expires_at > clock_timestamp() RETURNING id`,
  columns: { id: "text" },
});

/** What else a decision says than about this call. */
async function widen(tx: Db, row: ParkedCall, { decision }: Given, by: Decider): Promise<void> {
  const { projectId, sessionId, toolSlug, toolkitSlug } = row;
  if (decision === "session" || decision === "always" || row.once) {
    // An ended session has no more calls: nothing to allow.
    const session = await tx.toolRouterSession.findFirst({ where: { projectId, id: sessionId }, select: { id: true } });
    const grant = { projectId, sessionId, toolSlug, callId: row.id };
    if (session) await tx.approvalGrant.createMany({ data: [grant], skipDuplicates: true });
  }
  if (decision !== "always") return;
  await putRule(tx, projectId, { subject: toolSlug, toolkitSlug, rule: "always_allow" }, by);
  await announcePolicy(tx, projectId);
}

/**
 * Decides about a call that waits. False if it was decided before, or its time is over.
 * @param byJob whether a job carries it out; otherwise the caller does so at once
 */
export async function tryDecide(
  row: ParkedCall,
  given: Given,
  by: Decider,
  { byJob }: { byJob: boolean },
): Promise<boolean> {
  const { projectId, id } = row;
  const denies = given.decision === "deny";
  const decided = await db.$transaction(async (tx) => {
    const values = [denies ? "denied" : "approved", given.decision, by.id, by.name, given.reason || null];
    const [done] = await rowsIn(tx, DECIDE, [projectId, id, ...values]);
    if (!done) return false;
    if (!denies) await widen(tx, row, given, by);
    if (!denies && byJob) await enqueue(tx, CARRY_OUT, { projectId, id }, { key: id });
    return true;
  });
  if (decided && given.decision === "always") forgetPolicy(projectId);
  return decided;
}

const decidedBefore = (row: ParkedCall) =>
  new ApiError("Conflict", `This call is ${stateOf(row, now())} already.`, {
    suggestedFix: "Read the call again; nothing is left to decide.",
    headers: { "x-should-retry": "false" },
  });

/**
 * A person's decision.
 * @throws ApiError NotFound; Conflict for a call that was decided before, or whose time is over
 */
export async function decideCall(projectId: string, id: string, given: Given, by: Decider): Promise<ParkedCall> {
  const row = await requireCall(projectId, id);
  const decided = await tryDecide(row, given, by, { byJob: true });
  const after = await requireCall(projectId, id);
  if (!decided) throw decidedBefore(after);
  return after;
}

/** Whether somebody has allowed the tool for the rest of the session. */
export const isGranted = async (projectId: string, sessionId: string, toolSlug: string): Promise<boolean> =>
  (await db.approvalGrant.findFirst({ where: { projectId, sessionId, toolSlug }, select: { toolSlug: true } })) !==
  null;
