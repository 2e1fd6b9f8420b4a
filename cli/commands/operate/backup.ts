/** `patchbay backup`: writes a backup of the whole server, and reads it back. */
import { defineCommand, UsageError } from "../../command";
import { BACKUP_OPTIONS, runBackupScript } from "../../operate/backup-options";

export const backup = defineCommand({
  usage: "PLACE",
  about: [
    "PLACE is a file, a folder or s3://bucket/key. The backup is encrypted with a passphrase " +
      "(PATCHBAY_BACKUP_PASSPHRASE, a file, or you are asked). The secret that opens the credentials is not in it.",
  ],
  options: {
    ...BACKUP_OPTIONS,
    plain: { type: "boolean", description: "Does not encrypt: anyone with the file can read it" },
    "secret-file": { type: "string", value: "FILE", description: "Also writes the secret, into a file of its own" },
    "no-verify": { type: "boolean", description: "Does not read the backup back" },
  },
  run: async (context) => {
    if (context.positionals.length !== 1) throw new UsageError("Name the place: a file, a folder or s3://bucket/key.");
    return runBackupScript("scripts/backup.mjs", context);
  },
});
