/** What the commands for backups use of the app. */
import { assertSecret } from "@/lib/kernel/database/check-secret";
import { prepareSecrets } from "@/lib/kernel/kms/prepare-secrets";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { findSecrets, type Secrets } from "@/lib/kernel/process/secrets";
import { needsPassphrase } from "./container/write-container";
import { createBackup } from "./create-backup";
import { findPlace } from "./places/find-place";
import type { Place } from "./places/place";
import { inspectBackup, restoreBackup } from "./restore-backup";
import { wakeServer } from "./wake-server";

export const backupCommands = {
  createBackup,
  findPlace,
  /** The secrets of this server, also if a key management service has them. @throws SettingsError for other secrets */
  findSecrets: async (): Promise<Secrets> => {
    await prepareSecrets();
    await assertSecret();
    return findSecrets();
  },
  inspectBackup,
  /** Whether the backup of a place asks for a passphrase. */
  needsPassphrase: (place: Place): Promise<boolean> => needsPassphrase(place.read()),
  restoreBackup,
  runStops,
  wakeServer,
};
