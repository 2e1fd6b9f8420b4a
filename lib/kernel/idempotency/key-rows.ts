/** The database rows of idempotency keys: takes, renews, finishes them, and deletes them after a day. */
import type { Db } from "../database/db";
import { batchDelete, deleteInBatches, OF_PROJECT } from "../database/delete-in-batches";
import { changeIn, narrowed, rowsOf, statement } from "../database/statement";
import type { ErrorDetails, ErrorKind } from "../errors";
import { log, type Origin } from "../process/log";
import { openJson, seal } from "../process/vault";

/** A process that does not renew its lease for so long counts as dead. */
export const LEASE_MS = 15_000;
/** For the answer's JSON. A longer answer is not stored, so it cannot be repeated, but the key stays taken. */
const MAX_ANSWER_CHARACTERS = 8_000_000;

export type RowKey = {
  projectId: string;
  /** SHA-256 of the caller's key. */
  key: string;
  /** SHA-256 of the request. */
  fingerprint: string;
  /** The execution that does the work: only the owner can finish the row. */
  owner: string;
};

/** How the work ended. */
export type Ending = { answer: unknown } | { error: { kind: ErrorKind; message: string; details: ErrorDetails } };

export type KeyRow = {
  fingerprint: string;
  state: "running" | "done" | "unknown";
  logId: string;
  repeatable: boolean;
  startedAt: Date;
  /** Whether its lease ran out, so that its process counts as dead. */
  abandoned: boolean;
  /** Null for an answer that was not stored or cannot be opened. */
  ending: Ending | null;
};

// Times are the database's own: the clocks of two copies of the app can differ by more than a lease.
const LEASE = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

const CLAIM = statement({
  name: "idempotency.claim",
  text: `INSERT INTO idempotency_key AS k (project_id, key, fingerprint, state, owner,
    log_id, repeatable, lease_until, created_at, expires_at)
  VALUES ($1, $2, $3, 'running', $4, $5, $6, ${LEASE}, clock_timestamp(), clock_timestamp() + make_interval(hours => $7::int))
  ON CONFLICT (project_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, state = 'running',
    owner = excluded.owner, log_id = excluded.log_id,
    repeatable = excluded.repeatable, answer = NULL, lease_until = excluded.lease_until,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE k.expires_at < clock_timestamp()
    OR (k.state = 'running' AND k.repeatable AND k.fingerprint = excluded.fingerprint AND k.lease_until < clock_timestamp())
  RETURNING 1 AS taken`,
  columns: { taken: "int4" },
});

/** Takes a free key, one that expired, or one whose repeatable work was abandoned. */
export async function claimRow(
  { projectId, key, fingerprint, owner }: RowKey,
  { logId, repeatable, storedHours = 24 }: { logId: string; repeatable: boolean; storedHours?: number },
): Promise<boolean> {
  return (await rowsOf(CLAIM, [projectId, key, fingerprint, owner, logId, repeatable, storedHours])).length > 0;
}

const READ = statement({
  name: "idempotency.read",
  text: `SELECT fingerprint, state, log_id, repeatable, created_at, answer, lease_until < clock_timestamp() AS abandoned
  FROM idempotency_key WHERE project_id = $1 AND key = $2`,
  columns: {
    fingerprint: "text",
    state: narrowed<KeyRow["state"]>()("text"),
    log_id: "text",
    repeatable: "bool",
    created_at: "timestamptz",
    answer: "text?",
    abandoned: "bool",
  },
});

function openEnding({ projectId, key }: RowKey, sealed: string | null, on: Origin): Ending | null {
  try {
    return sealed === null ? null : (openJson(sealed, { projectId, rowId: key, column: "answer" }) as Ending);
  } catch (error) {
    log.warn(on, "the answer kept for an idempotency key cannot be opened", { error });
    return null;
  }
}

export async function readRow(rowKey: RowKey, on: Origin): Promise<KeyRow | null> {
  const [row] = await rowsOf(READ, [rowKey.projectId, rowKey.key]);
  if (!row) return null;
  return {
    fingerprint: row.fingerprint,
    state: row.state,
    logId: row.log_id,
    repeatable: row.repeatable,
    startedAt: row.created_at,
    abandoned: row.abandoned,
    ending: row.state === "done" && row.fingerprint === rowKey.fingerprint ? openEnding(rowKey, row.answer, on) : null,
  };
}

const HAS = statement({
  name: "idempotency.has",
  text: "SELECT 1 AS found FROM idempotency_key WHERE project_id = $1 AND key = $2",
  columns: { found: "int4" },
});

/** @param key SHA-256 of the caller's key */
export const hasRow = async (projectId: string, key: string): Promise<boolean> =>
  (await rowsOf(HAS, [projectId, key])).length > 0;

const OWN_ROW = "WHERE project_id = $1 AND key = $2 AND owner = $3";
const RENEW = statement({
  name: "idempotency.renew",
  text: `UPDATE idempotency_key SET lease_until = ${LEASE} ${OWN_ROW} AND state = 'running'`,
});
const RELEASE = statement({ name: "idempotency.release", text: `DELETE FROM idempotency_key ${OWN_ROW}` });
const FINISH = statement({
  name: "idempotency.finish",
  text: `UPDATE idempotency_key SET state = 'done', answer = $4 ${OWN_ROW}`,
});
const ABANDON = statement({
  name: "idempotency.abandon",
  text: `UPDATE idempotency_key SET state = 'unknown'
    WHERE project_id = $1 AND key = $2 AND state = 'running' AND NOT repeatable AND lease_until < clock_timestamp() RETURNING 1 AS done`,
  columns: { done: "int4" },
});
const FAIL = statement({
  name: "idempotency.fail",
  text: `UPDATE idempotency_key SET state = 'unknown' ${OWN_ROW}`,
});
const FORGET_ANSWERS = statement({
  name: "idempotency.forget-answers",
  text: "UPDATE idempotency_key SET answer = NULL WHERE project_id = $1 AND state = 'done' AND answer IS NOT NULL",
});
const EXPIRED = batchDelete("idempotency_key", "expires_at < now()");

/** What of this room belongs to a project. */
export const KEYS_OF_PROJECT = [batchDelete("idempotency_key", OF_PROJECT)];

export const renewRow = ({ projectId, key, owner }: RowKey): Promise<unknown> => rowsOf(RENEW, [projectId, key, owner]);

/** Frees a key whose work sent nothing. */
export const releaseRow = ({ projectId, key, owner }: RowKey): Promise<unknown> =>
  rowsOf(RELEASE, [projectId, key, owner]);

/** Keeps how the work ended, sealed: answers hold what users keep at their providers. */
export function finishRow({ projectId, key, owner }: RowKey, ending: Ending): Promise<unknown> {
  const text = JSON.stringify(ending);
  const sealed = text.length > MAX_ANSWER_CHARACTERS ? null : seal(text, { projectId, rowId: key, column: "answer" });
  return rowsOf(FINISH, [projectId, key, owner, sealed]);
}

/** Records that the outcome of the work stays unknown. True for the caller whose update did it. */
export async function abandonRow({ projectId, key }: RowKey): Promise<boolean> {
  return (await rowsOf(ABANDON, [projectId, key])).length > 0;
}

/** Ends the own row of work that failed after it had sent something. */
export const failRow = ({ projectId, key, owner }: RowKey): Promise<unknown> => rowsOf(FAIL, [projectId, key, owner]);

/** Forgets the stored answers of a project: whoever repeats one of their keys learns that it ended, but not how. */
export async function forgetAnswers(tx: Pick<Db, "$executeRawUnsafe">, projectId: string): Promise<void> {
  await changeIn(tx, FORGET_ANSWERS, [projectId]);
}

/** Deletes the keys that expired. Returns how many. */
export const pruneIdempotencyKeys = (): Promise<number> => deleteInBatches(EXPIRED, []);
