/** `patchbay restore`: restores a backup into an empty database, or wakes a restored server. */
import { defineCommand, UsageError } from "../../command";
import { BACKUP_OPTIONS, runBackupScript } from "../../operate/backup-options";

export const restore = defineCommand({
  usage: "PLACE",
  about: [
    "The server that starts on a restored database is quiet: it renews no tokens, polls nothing and delivers nothing " +
      "until you wake it with --wake or in the dashboard. Stop the original before.",
  ],
  options: {
    ...BACKUP_OPTIONS,
    "secret-file": { type: "string", value: "FILE", description: "The secret that was written at the backup" },
    replace: { type: "boolean", description: "Replaces everything in a database that is not empty, after a question" },
    check: { type: "boolean", description: "Only reads the backup, and shows whether it could be restored here" },
    wake: { type: "boolean", description: "Ends the quiet of a restored server, after a question" },
    yes: { type: "boolean", description: "Answers the question" },
  },
  run: async (context) => {
    if (context.positionals.length !== (context.values.wake ? 0 : 1))
      throw new UsageError("Name the place of the backup, or --wake alone.");
    return runBackupScript("scripts/restore.mjs", context);
  },
});
