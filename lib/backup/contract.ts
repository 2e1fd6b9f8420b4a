/** Backups of the whole server, and its waking after a restore. For the operator. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Server";
const base = "/api/v3/internal/patchbay/backups";

const BackupRun = z
  .object({
    id: z.string(),
    started_by: z.enum(["schedule", "owner"]),
    state: z.enum(["running", "done", "failed"]),
    /** A file, or `s3://bucket/key`. */
    place: z.string(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    bytes: z.number().int().nullable(),
    rows: z.number().int().nullable(),
    files: z.number().int().nullable(),
    /** Files whose content was deleted while the backup was written. */
    missing_files: z.number().int().nullable(),
    /** It was read back, and all sums were right. */
    verified: z.boolean(),
    error: z.string().nullable(),
    /** Newer backups have taken its place. */
    removed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "BackupRun" });

export const backupApi = {
  listBackups: operation({
    id: "listBackups",
    method: "GET",
    path: base,
    own: true,
    tag,
    auth: "session",
    permission: "instance:read",
    audit: "none",
    summary: "List the backups that this server made, newest first; for the operator",
    response: z.object({
      /** The settings; null where no place is set. */
      schedule: z.object({ to: z.string(), every_seconds: z.number().int(), keep: z.number().int() }).nullable(),
      items: z.array(BackupRun),
    }),
  }),
  createBackup: operation({
    id: "createBackup",
    method: "POST",
    path: base,
    own: true,
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "backup.create",
    summary: "Make a backup now, to the place of the schedule; for the operator",
    status: 202,
    response: z.object({ success: z.boolean() }),
  }),
  wakeServer: operation({
    id: "wakeServer",
    method: "POST",
    path: "/api/v3/internal/patchbay/wake",
    own: true,
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "server.wake",
    summary: "Let a restored server renew tokens, poll and deliver; for the operator",
    description:
      "Only when the original is stopped for good: two servers with the same refresh tokens end each other's.",
    response: z.object({ woken: z.boolean() }),
  }),
};
