/** Decisions: each call is decided at most once, before its time is over, by a person or by the client that called. */
import type { ParkedCall } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { announceEnd } from "./announce-end";
import { requireCall, stateOf, type Decision } from "./parked-calls";
import { findCovered, findEqual, findWaiting } from "./find-covered";
import { mayDecide, toJsonb, type Party } from "../rules/may-decide";
import type { Loosening } from "../rules/loosening";
import { readApprovers } from "../rules/read-policy";
import { putRule } from "../rules/approval-rules";

/** Executes an allowed call. Retried while the server cannot execute it; it is never executed twice. */
export const CARRY_OUT: JobKind = { name: "tool-router.carry-out", work: "providers", pauses: [5, 30, 120, 600] };

export type Decider = {
  id: string;
  name: string | null;
  party: Party;
  /** Records each change of a decision in the transaction that makes it: neither is there without the other. */
  record?: ((action: string, target: string, tx: Db) => Promise<void>) | undefined;
  /** The operation of the caller records the decision about the call itself. */
  isRecorded?: boolean;
} & Partial<Loosening>;
export type DecisionInput = {
  decision: Decision;
  reason?: string | null | undefined;
  /** Also about all other waiting calls that would do exactly the same. */
  identical?: boolean | undefined;
};

/** The effects of a decision besides its own call: other calls that it freed, and the rule that it made. */
type Decided = { freed: string[]; rule: string | null };

/** The action of the audit trail. */
const DECIDED = "approval.decide";

const DECIDE = statement({
  name: "approvals.decide",
  text: `UPDATE parked_call SET state = $3, decision = $4, decided_by = $5, decided_name = $6, note = $7, decided_at = clock_timestamp(),
      ended_at = CASE WHEN $3 = 'denied' THEN clock_timestamp() END
    WHERE project_id = $1 AND id = $2 AND state = 'waiting' AND expires_at > clock_timestamp() RETURNING id`,
  columns: { id: "text" },
});

const FREE = statement({
  name: "approvals.free",
  text: `UPDATE parked_call SET state = CASE WHEN $3 = 'deny' THEN 'denied' ELSE 'approved' END, decision = $3, decided_by = $4,
      decided_name = $5, note = $6, decided_at = clock_timestamp(), ended_at = CASE WHEN $3 = 'deny' THEN clock_timestamp() END
    WHERE project_id = $1 AND id = ANY($2::text[]) AND state = 'waiting' AND expires_at > clock_timestamp()
      AND approvers IS NOT DISTINCT FROM $7::jsonb RETURNING id, session_id AS "sessionId", user_id AS "userId",
      account_id AS "accountId", tool_slug AS "toolSlug", toolkit_slug AS "toolkitSlug"`,
  columns: {
    ...{ id: "text", sessionId: "text", userId: "text", accountId: "text?", toolSlug: "text", toolkitSlug: "text" },
  },
});

/** Applies a decision that goes beyond its call. Returns the subject of the new rule; null without a rule. */
async function widen(tx: Db, row: ParkedCall, { decision }: DecisionInput, by: Decider): Promise<string | null> {
  const { projectId, sessionId, toolSlug, toolkitSlug } = row;
  if (decision === "session" || decision === "always" || row.once) {
    // An ended session has no more calls: nothing to allow.
    const session = await tx.toolRouterSession.findFirst({ where: { projectId, id: sessionId }, select: { id: true } });
    const grant = { projectId, sessionId, toolSlug, callId: row.id };
    if (session) await tx.approvalGrant.createMany({ data: [grant], skipDuplicates: true });
  }
  if (decision !== "always") return null;
  const loosening = { mayLoosen: by.mayLoosen ?? nobodyMay };
  await putRule(tx, projectId, { subject: toolSlug, toolkitSlug, rule: "always_allow" }, { ...by, ...loosening });
  await by.record?.("approval_rule.set", toolSlug, tx);
  return toolSlug;
}

const nobodyMay = () => {
  throw new ApiError("Forbidden", "Only a person can approve a tool for all sessions.");
};

/**
 * Decides about the other calls that a wider decision covers, as if somebody had decided about each of them. A call
 * with other approvers still waits.
 */
async function free(
  tx: Db,
  row: ParkedCall,
  ids: readonly string[],
  { decision, reason }: DecisionInput,
  by: Decider,
): Promise<string[]> {
  const { projectId } = row;
  const others = ids.filter((id) => id !== row.id);
  if (others.length === 0) return [];
  const people = toJsonb(readApprovers(row.approvers));
  const freed = await rowsIn(tx, FREE, [projectId, others, decision, by.id, by.name, reason || null, people]);
  if (decision !== "deny") for (const { id } of freed) await enqueue(tx, CARRY_OUT, { projectId, id }, { key: id });
  for (const { id } of freed) await by.record?.(DECIDED, id, tx);
  return freed.map(({ id }) => id);
}

/** The other calls of the session, and those that do the same, as far as the decision covers them. */
async function freeOthers(tx: Db, row: ParkedCall, input: DecisionInput, by: Decider): Promise<string[]> {
  const { decision, identical } = input;
  const isWide = decision !== "deny" && (decision !== "once" || row.once);
  const wide = { ...input, decision: decision === "once" ? ("session" as const) : decision };
  const ofSession = isWide ? await free(tx, row, await findWaiting(row, tx), wide, by) : [];
  return identical ? [...ofSession, ...(await free(tx, row, await findEqual(row, tx), input, by))] : ofSession;
}

/** An app can always give up its own call. */
function assertMayDecide(row: ParkedCall, { decision }: DecisionInput, { party }: Decider): void {
  if (mayDecide(readApprovers(row.approvers), party) || (party.kind === "app" && decision === "deny")) return;
  throw new ApiError("Forbidden", "This call waits for a decision of other people.", {
    suggestedFix: "Ask one of its approvers, whom GET /api/v3/internal/patchbay/approvals/{id} lists.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Decides about a waiting call and about the calls that a wider decision frees. Null if the call was decided before, or
 * has expired.
 * @param byJob whether a job executes the call; otherwise the caller does so at once. Jobs execute the freed calls
 * @throws ApiError Forbidden for somebody who is none of the call's approvers; as `putRule`: then nothing was decided
 */
export async function tryDecide(
  row: ParkedCall,
  decision: DecisionInput,
  by: Decider,
  { byJob }: { byJob: boolean },
): Promise<Decided | null> {
  assertMayDecide(row, decision, by);
  const { projectId, id } = row;
  const denies = decision.decision === "deny";
  const decided = await db.$transaction(async (tx) => {
    const values = [denies ? "denied" : "approved", decision.decision, by.id, by.name, decision.reason || null];
    const [done] = await rowsIn(tx, DECIDE, [projectId, id, ...values]);
    if (!done) return null;
    if (!by.isRecorded) await by.record?.(DECIDED, id, tx);
    if (denies) await announceEnd(tx, row, { state: "denied", decision: "deny" });
    if (denies) return { freed: await freeOthers(tx, row, decision, by), rule: null };
    const rule = await widen(tx, row, decision, by);
    const freed = await freeOthers(tx, row, decision, by);
    if (byJob) await enqueue(tx, CARRY_OUT, { projectId, id }, { key: id });
    return { freed, rule };
  });
  if (!decided?.rule) return decided;
  const covered = await findCovered(row);
  const more = await db.$transaction((tx) => free(tx, row, covered, decision, by));
  return { ...decided, freed: [...decided.freed, ...more] };
}

const decidedBefore = (row: ParkedCall) =>
  new ApiError("Conflict", `This call is ${stateOf(row, now())} already.`, {
    suggestedFix: "Read the call again; nothing is left to decide.",
    headers: { "x-should-retry": "false" },
  });

/**
 * A person's decision.
 * @throws ApiError NotFound; Conflict for a call that was decided before, or whose time is over; as `tryDecide`
 */
export async function decideCall(
  projectId: string,
  id: string,
  decision: DecisionInput,
  by: Decider & Required<Pick<Decider, "record">>,
): Promise<ParkedCall> {
  const row = await requireCall(projectId, id);
  const decided = await tryDecide(row, decision, by, { byJob: true });
  const after = await requireCall(projectId, id);
  if (!decided) throw decidedBefore(after);
  return after;
}

/** Whether somebody has allowed the tool for the rest of the session. */
export const findGrant = async (projectId: string, sessionId: string, toolSlug: string): Promise<boolean> =>
  (await db.approvalGrant.findFirst({ where: { projectId, sessionId, toolSlug }, select: { toolSlug: true } })) !==
  null;
