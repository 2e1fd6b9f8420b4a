/** The job that removes files whose time is over, with their contents. */
import { now } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { sweepSpool } from "./spool";
import { storage } from "./storage";

const BATCH = 100;

/** Deletes the files of all projects that have expired. Returns how many. */
export async function expireFiles(): Promise<number> {
  let total = 0;
  for (;;) {
    const gone = await db.$transaction(
      async (tx) => {
        const old = await tx.$queryRaw<
          { key: string; storage: string }[]
        >`DELETE FROM file WHERE id IN (SELECT id FROM file WHERE expires_at < ${now()} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING key, storage`;
        // The content goes before the commit: whoever announces the same file meanwhile waits for it, and uploads after it.
        for (const name of ["disk", "s3"]) {
          const keys = old.filter((row) => row.storage === name).map(({ key }) => key);
          if (keys.length > 0) await storage(name).remove(keys);
        }
        return old.length;
      },
      { timeout: 120_000 },
    );
    total += gone;
    if (gone < BATCH) break;
  }
  await sweepSpool();
  if (total > 0) log.info("old files were deleted", { total });
  return total;
}
