/** GET, POST /api/v3/internal/patchbay/backups */
import { backupApi } from "@/lib/backup/contract";
import { readBackups, requestBackup } from "@/lib/backup/tend-backups";
import { toBackupList } from "@/lib/backup/to-backup-list";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(backupApi.listBackups, async () => toBackupList(await readBackups()));

export const POST = defineRoute(backupApi.createBackup, async () => {
  await requestBackup();
  return { success: true };
});
