/** Makes backups by the schedule of the settings, or because an owner asks for one, and deletes old backups. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import type { BackupSettings } from "@/lib/kernel/process/backup-settings";
import { env } from "@/lib/kernel/process/env";
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { BackupProblem } from "./backup-problem";
import { createBackup } from "./create-backup";
import { findPlace, newName, placeBelow } from "./places/find-place";
import {
  buryDeadRuns,
  claimRun,
  findLast,
  findOld,
  listRuns,
  pruneRuns,
  recordDone,
  recordFailed,
  recordRemoved,
  renewRun,
  type StartedBy,
} from "./schedule/claim-run";

/** A backup that an owner asked for. */
export const BACK_UP: JobKind = { name: "backup.create", work: "backups", pauses: [] };

/** After a failure the schedule tries again. */
const RETRY_MS = 15 * 60_000;
const RENEW_MS = 30_000;
const MAX_REASON = 500;

/** The sentence of a problem, or the message of a storage or the database. */
const toReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);

/** Deletes backups beyond the number that stays. A backup that cannot be deleted is tried again next time. */
async function removeOld(keep: number, on: Origin): Promise<void> {
  for (const { id, place } of await findOld(keep)) {
    try {
      await (await findPlace(place)).remove();
      await recordRemoved(id);
    } catch (error) {
      log.warn(on, "an old backup could not be deleted", { place, error });
    }
  }
  await pruneRuns();
}

/** Writes one backup, and records what came of it. Does nothing while another copy of the app writes one. */
async function runBackup(settings: BackupSettings, startedBy: StartedBy, on: Origin): Promise<void> {
  const place = await placeBelow(settings.to, newName());
  const id = await claimRun(startedBy, place.name);
  if (id === null) return;
  const stopping = new AbortController();
  const stop = (reason: string) => stopping.abort(new BackupProblem(reason));
  const forget = onDrain(() => stop("The server was stopped while the backup was written."));
  const renew = setInterval(() => {
    void renewRun(id).then(
      (isOurs) => isOurs || stop("Another copy of the app took this one for dead."),
      () => undefined,
    );
  }, RENEW_MS);
  try {
    const key = { kind: "passphrase", text: settings.passphrase } as const;
    const report = await createBackup({ place, key, verify: true, signal: stopping.signal });
    await recordDone(id, report);
    log.info(on, "a backup was written", { place: place.name, bytes: report.bytes, rows: report.rows });
  } catch (error) {
    log.error(on, "a backup failed", { place: place.name, error });
    await recordFailed(id, toReason(error));
    return;
  } finally {
    clearInterval(renew);
    forget();
  }
  await removeOld(settings.keep, on);
}

/** Whether the schedule wants a backup now. */
async function isDue({ everySeconds }: BackupSettings): Promise<boolean> {
  const { doneAt, failedAt } = await findLast();
  const time = now().getTime();
  if (failedAt && time - failedAt.getTime() < RETRY_MS) return false;
  return !doneAt || time - doneAt.getTime() >= everySeconds * 1000;
}

/** The clock's job: once a minute. */
export async function tendBackups(on: Origin): Promise<void> {
  const settings = env().backups;
  if (!settings) return;
  await buryDeadRuns();
  if (await isDue(settings)) await runBackup(settings, "schedule", on);
}

/** The job of `requestBackup`. */
export async function backUpNow(on: Origin): Promise<void> {
  const settings = env().backups;
  if (!settings) return;
  await buryDeadRuns();
  await runBackup(settings, "owner", on);
}

/**
 * Has a backup be made soon, to the place of the schedule.
 * @throws ApiError Conflict where no place is set
 */
export async function requestBackup(): Promise<void> {
  if (!env().backups)
    throw new ApiError("Conflict", "No place for backups is set.", {
      suggestedFix: "Set PATCHBAY_BACKUP_TO and PATCHBAY_BACKUP_PASSPHRASE, and start the server again.",
    });
  await enqueue(db, BACK_UP, {}, { key: "now" });
}

/** The settings of the schedule, without the passphrase, and the newest backups. */
export async function readBackups() {
  const settings = env().backups;
  return { settings: settings ?? null, runs: await listRuns() };
}
