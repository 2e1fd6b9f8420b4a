/** The rows of backups by the schedule: one at a time on all copies of the app. */
import { randomUUID } from "node:crypto";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { jobPool } from "@/lib/kernel/database/pools";
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";

export type StartedBy = "schedule" | "owner";

/** A process that does not renew its run for so long is taken for dead. */
const LEASE_SECONDS = 120;
/** How many rows the list has. */
const LIST_LENGTH = 50;
/** How long rows of failed and removed backups stay. */
const KEPT_DAYS = 90;

const LIST = statement({
  name: "backup.list",
  text: `SELECT id, started_by, state, place, started_at, ended_at, bytes, rows, files, missing_files, verified, error,
      removed_at
    FROM backup_run ORDER BY started_at DESC, id LIMIT ${LIST_LENGTH}`,
  columns: {
    id: "text",
    started_by: narrowed<StartedBy>()("text"),
    state: narrowed<"running" | "done" | "failed">()("text"),
    place: "text",
    started_at: "timestamptz",
    ended_at: "timestamptz?",
    bytes: "int8?",
    rows: "int8?",
    files: "int4?",
    missing_files: "int4?",
    verified: "bool",
    error: "text?",
    removed_at: "timestamptz?",
  },
});
const CLAIM = statement({
  name: "backup.claim",
  text: `INSERT INTO backup_run (id, started_by, place, started_at, lease_until) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING id`,
  columns: { id: "text" },
});
const RENEW = statement({
  name: "backup.renew",
  text: "UPDATE backup_run SET lease_until = $2 WHERE id = $1 AND state = 'running' RETURNING id",
  columns: { id: "text" },
});
const DONE = statement({
  name: "backup.done",
  text: `UPDATE backup_run SET state = 'done', ended_at = $2, bytes = $3, rows = $4, files = $5, missing_files = $6,
      verified = $7
    WHERE id = $1 AND state = 'running'`,
});
const FAILED = statement({
  name: "backup.failed",
  text: "UPDATE backup_run SET state = 'failed', ended_at = $2, error = $3 WHERE id = $1 AND state = 'running'",
});
const BURY = statement({
  name: "backup.bury",
  text: `UPDATE backup_run SET state = 'failed', ended_at = $1, error = $2
    WHERE state = 'running' AND lease_until < $1`,
});
const LAST = statement({
  name: "backup.last",
  text: `SELECT max(started_at) FILTER (WHERE state = 'done') AS done_at,
      max(ended_at) FILTER (WHERE state = 'failed') AS failed_at
    FROM backup_run`,
  columns: { done_at: "timestamptz?", failed_at: "timestamptz?" },
});
const OLD = statement({
  name: "backup.old",
  text: `SELECT id, place FROM backup_run WHERE state = 'done' AND removed_at IS NULL
    ORDER BY started_at DESC, id OFFSET $1 LIMIT 100`,
  columns: { id: "text", place: "text" },
});
const REMOVED = statement({ name: "backup.removed", text: "UPDATE backup_run SET removed_at = $2 WHERE id = $1" });
const PRUNE = statement({
  name: "backup.prune",
  text: "DELETE FROM backup_run WHERE started_at < $1 AND (state = 'failed' OR removed_at IS NOT NULL)",
});

/** The newest runs. */
export const listRuns = () => rowsOf(LIST, []);

/** Takes the turn to write a backup. @returns null while another copy of the app writes one */
export async function claimRun(startedBy: StartedBy, place: string): Promise<string | null> {
  const values = [randomUUID(), startedBy, place, now(), inSeconds(LEASE_SECONDS)];
  const [row] = await rowsOf(CLAIM, values, jobPool());
  return row?.id ?? null;
}

/** @returns false if another copy took this process for dead */
export const renewRun = async (id: string): Promise<boolean> =>
  (await rowsOf(RENEW, [id, inSeconds(LEASE_SECONDS)], jobPool())).length > 0;

/** Records a backup that is complete. */
export async function recordDone(
  id: string,
  facts: { bytes: number; rows: number; files: number; missingFiles: number; verified: boolean },
): Promise<void> {
  const { bytes, rows, files, missingFiles, verified } = facts;
  await rowsOf(DONE, [id, now(), bytes, rows, files, missingFiles, verified], jobPool());
}

/** @param reason one sentence for people */
export async function recordFailed(id: string, reason: string): Promise<void> {
  await rowsOf(FAILED, [id, now(), reason], jobPool());
}

/** Ends the runs of processes that died. */
export async function buryDeadRuns(): Promise<void> {
  await rowsOf(BURY, [now(), "The server ended while the backup was written."], jobPool());
}

/** When the last complete backup was begun, and when the last one failed. */
export async function findLast(): Promise<{ doneAt: Date | null; failedAt: Date | null }> {
  const [row] = await rowsOf(LAST, [], jobPool());
  return { doneAt: row?.done_at ?? null, failedAt: row?.failed_at ?? null };
}

/** Backups beyond the `keep` newest. */
export const findOld = (keep: number) => rowsOf(OLD, [keep], jobPool());

export async function recordRemoved(id: string): Promise<void> {
  await rowsOf(REMOVED, [id, now()], jobPool());
}

/** Deletes rows that nobody needs any longer. */
export async function pruneRuns(): Promise<void> {
  await rowsOf(PRUNE, [inSeconds(-KEPT_DAYS * 86_400)], jobPool());
}
