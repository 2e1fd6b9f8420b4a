/** The life of a call from its approval to its end: it begins once, ends once, and its result is returned. */
import { randomUUID } from "node:crypto";
import type { ParkedCall } from "@/generated/prisma/client";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { CARRY_OUT } from "./decide-call";
import { announceEnd } from "./announce-end";
import { HANDED_SECONDS, releaseCall, sealResult, type Decision, type KeptResult } from "./parked-calls";

/**
 * Keys of executions are stored for a day and show whether an execution was done: a call that began longer ago than
 * this does not begin again.
 */
const KEY_HOURS = 20;
/** Whoever allowed a call does not expect it hours later. */
const BEGINS_WITHIN = "1 hour";

/** The lease of a call, longer than any call takes: after it, its holder has died. */
const LEASE = "75 seconds";

const BEGIN = statement({
  name: "approvals.begin",
  text: `UPDATE parked_call SET attempts = attempts + 1, owner = $3,
      lease_until = clock_timestamp() + interval '${LEASE}', started_at = coalesce(started_at, clock_timestamp())
    WHERE project_id = $1 AND id = $2 AND state = 'approved' AND (lease_until IS NULL OR lease_until < clock_timestamp())
    RETURNING attempts, started_at < clock_timestamp() - interval '${KEY_HOURS} hours' AS forgotten,
      decided_at < clock_timestamp() - interval '${BEGINS_WITHIN}' AS late`,
  columns: { attempts: "int4", forgotten: "bool?", late: "bool?" },
});

/**
 * `first`: this is the first attempt. `forgotten`: it began so long ago that it is unknown whether it was sent. `late`:
 * it was allowed too long ago to be sent now.
 */
export type Turn = { owner: string; first: boolean; forgotten: boolean; late: boolean };

/** Takes the lease of a call, to execute it or to resume it. Null if another holder has it, or the call has ended. */
export async function beginCall({ projectId, id }: ParkedCall): Promise<Turn | null> {
  const owner = randomUUID();
  const [row] = await rowsOf(BEGIN, [projectId, id, owner]);
  if (!row) return null;
  return { owner, first: row.attempts === 1, forgotten: row.forgotten ?? false, late: row.late ?? false };
}

const LET_GO = statement({
  name: "approvals.let-go",
  text: "UPDATE parked_call SET lease_until = NULL WHERE project_id = $1 AND id = $2 AND owner = $3 AND state = 'approved'",
});

/** Releases a call that could not be executed now, so that another holder can resume it. */
export const letGo = async ({ projectId, id }: ParkedCall, { owner }: Turn): Promise<void> => {
  await db.$transaction((tx) => changeIn(tx, LET_GO, [projectId, id, owner]));
};

export type Ending = {
  state: "completed" | "failed" | "unknown";
  result: KeptResult;
  logId?: string | undefined;
  /** Without an event, for the last calls of a deleted project. */
  silent?: boolean;
};

/** Longer responses are not stored. */
const MAX_RESULT_CHARACTERS = 8_000_000;
const TOO_LONG = "It was carried out, but its answer is too long to be kept; the log has what there was room for.";

const END = statement({
  name: "approvals.end",
  text: `UPDATE parked_call SET state = $3, result = $4, log_id = $5, ended_at = clock_timestamp()
    WHERE project_id = $1 AND id = $2 AND state = 'approved' AND owner = $6`,
});

/** Stores the end of a call; only its holder can. */
export async function endCall(row: ParkedCall, { owner }: Turn, ending: Ending): Promise<void> {
  const { state, result, logId, silent = false } = ending;
  const sealedResult = sealResult(row, result);
  const fits = sealedResult.length <= MAX_RESULT_CHARACTERS ? sealedResult : sealResult(row, { error: TOO_LONG });
  await db.$transaction(async (tx) => {
    const count = await changeIn(tx, END, [row.projectId, row.id, state, fits, logId ?? null, owner]);
    const decision = row.decision as Decision | null;
    if (count > 0 && !silent) await announceEnd(tx, row, { state, decision, logId });
  });
}

const HAND_OVER = statement({
  name: "approvals.hand-over",
  text: `UPDATE parked_call SET handed_at = clock_timestamp()
    WHERE project_id = $1 AND id = $2 AND NOT keyed AND open_key IS NOT NULL AND handed_at IS NULL`,
});

/**
 * The result is on its way to the client, perhaps in vain, so the same call gets it again for `HANDED_SECONDS`. After
 * that the call counts as new, unless its caller has a name for it. A call that was never allowed has no result to
 * lose.
 */
export async function handOver(row: ParkedCall): Promise<void> {
  const { projectId, id, keyed, openKey, handedAt } = row;
  if (keyed || openKey === null || handedAt !== null) return;
  if (row.decision === null) return releaseCall(row);
  await db.$transaction((tx) => changeIn(tx, HAND_OVER, [projectId, id]));
}

const EXPIRED_AT_ONCE = 100;

const EXPIRE = statement({
  name: "approvals.expire",
  text: `UPDATE parked_call c SET state = 'expired', ended_at = c.expires_at FROM (
      SELECT project_id, id FROM parked_call WHERE state = 'waiting' AND expires_at <= clock_timestamp()
      ORDER BY expires_at LIMIT ${EXPIRED_AT_ONCE} FOR UPDATE SKIP LOCKED) late
    WHERE c.project_id = late.project_id AND c.id = late.id
    RETURNING c.id, c.project_id AS "projectId", c.session_id AS "sessionId", c.user_id AS "userId",
      c.account_id AS "accountId", c.tool_slug AS "toolSlug", c.toolkit_slug AS "toolkitSlug"`,
  columns: {
    ...{ id: "text", projectId: "text", sessionId: "text", userId: "text" },
    ...{ accountId: "text?", toolSlug: "text", toolkitSlug: "text" },
  },
});

/** @returns whether more calls can have expired */
async function expireSome(): Promise<boolean> {
  const rows = await db.$transaction(async (tx) => {
    const expired = await rowsIn(tx, EXPIRE, []);
    for (const call of expired) await announceEnd(tx, call, { state: "expired", decision: null });
    return expired;
  });
  return rows.length === EXPIRED_AT_ONCE;
}

/** A client that has decided executes the call itself: the job waits a moment for it. */
const LEFT_BEHIND = statement({
  name: "approvals.left-behind",
  text: `SELECT project_id, id FROM parked_call
    WHERE state = 'approved' AND coalesce(lease_until, decided_at + interval '30 seconds') < clock_timestamp()
    ORDER BY decided_at LIMIT 100`,
  columns: { project_id: "text", id: "text" },
});
/** A result that no client fetched is not the response of a call on another day. */
const RELEASE = statement({
  name: "approvals.release",
  text: `UPDATE parked_call SET open_key = NULL
    WHERE open_key IS NOT NULL
    AND ended_at < clock_timestamp() - CASE WHEN keyed THEN interval '24 hours' ELSE interval '1 hour' END`,
});
const RELEASE_HANDED = statement({
  name: "approvals.release-handed",
  text: `UPDATE parked_call SET open_key = NULL, handed_at = NULL
    WHERE handed_at < clock_timestamp() - interval '${HANDED_SECONDS} seconds'`,
});
const FORGET = statement({
  name: "approvals.forget",
  text: "UPDATE parked_call SET result = NULL WHERE result IS NOT NULL AND ended_at < clock_timestamp() - interval '24 hours'",
});

/** Changes by time: calls expire, and calls of a process that stopped are resumed. */
export async function tendCalls(): Promise<void> {
  while (await expireSome());
  await db.$transaction((tx) => changeIn(tx, RELEASE_HANDED, []));
  for (const { project_id: projectId, id } of await rowsOf(LEFT_BEHIND, []))
    await enqueue(db, CARRY_OUT, { projectId, id }, { key: id });
}

const OLD = batchDelete("parked_call", "created_at < clock_timestamp() - interval '90 days'");

/** Deletes results after a day, and the whole call after 90 days. */
export async function pruneCalls(): Promise<void> {
  await db.$transaction((tx) => changeIn(tx, RELEASE, []));
  await db.$transaction((tx) => changeIn(tx, FORGET, []));
  await deleteInBatches(OLD, []);
}
