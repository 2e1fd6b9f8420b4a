/** Converts backups to the form of the API. */
import type { Result } from "@/lib/contract/operation";
import type { backupApi } from "./contract";
import type { readBackups } from "./tend-backups";

type List = Result<typeof backupApi.listBackups>;
type Run = Awaited<ReturnType<typeof readBackups>>["runs"][number];

const toNumber = (value: string | bigint | null): number | null => (value === null ? null : Number(value));

const toRun = (run: Run): List["items"][number] => ({
  id: run.id,
  started_by: run.started_by,
  state: run.state,
  place: run.place,
  started_at: run.started_at.toISOString(),
  ended_at: run.ended_at?.toISOString() ?? null,
  bytes: toNumber(run.bytes),
  rows: toNumber(run.rows),
  files: run.files,
  missing_files: run.missing_files,
  verified: run.verified,
  error: run.error,
  removed_at: run.removed_at?.toISOString() ?? null,
});

export const toBackupList = ({ settings, runs }: Awaited<ReturnType<typeof readBackups>>): List => ({
  schedule: settings && { to: settings.to, every_seconds: settings.everySeconds, keep: settings.keep },
  items: runs.map(toRun),
});
