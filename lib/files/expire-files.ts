/** The job that deletes expired files with their contents. */
import { now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { sweepSpool } from "./spool";
import { storage } from "./storage";

const BATCH = 100;

/** Counts the real size of bucket uploads whose signed URL has expired, in place of the reserved size. */
async function settleReservations(): Promise<void> {
  for (;;) {
    const old = await db.storedFile.findMany({
      where: { reservedUntil: { lt: now() } },
      select: { id: true, projectId: true, key: true, storage: true, reservedUntil: true },
      take: BATCH,
    });
    for (const { id, projectId, key, storage: place, reservedUntil } of old) {
      const size = await storage(place).sizeOf(key);
      // A newer signed URL keeps its reservation.
      await db.storedFile.updateMany({
        where: { id, projectId, reservedUntil },
        data: { size, reserved: null, reservedUntil: null },
      });
    }
    if (old.length < BATCH) return;
  }
}

const DELETE_EXPIRED = statement({
  name: "files.delete-expired",
  text: `DELETE FROM file WHERE id IN (SELECT id FROM file WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING key, storage`,
  columns: { key: "text", storage: "text" },
});

/** Deletes the contents of files whose rows are deleted in the same transaction. */
export async function removeContents(rows: readonly { key: string; storage: string }[]): Promise<void> {
  for (const name of ["disk", "s3"]) {
    const keys = rows.filter((row) => row.storage === name).map(({ key }) => key);
    if (keys.length > 0) await storage(name).remove(keys);
  }
}

/** Deletes the files of all projects that have expired. Returns how many. */
export async function expireFiles(): Promise<number> {
  let total = 0;
  for (;;) {
    const deletedCount = await db.$transaction(
      async (tx) => {
        const old = await rowsIn(tx, DELETE_EXPIRED, [now(), BATCH]);
        // The content is deleted before the commit. A new upload of the same file waits for this row, so it comes after
        // the deletion.
        await removeContents(old);
        return old.length;
      },
      { timeout: 120_000 },
    );
    total += deletedCount;
    if (deletedCount < BATCH) break;
  }
  await settleReservations();
  await sweepSpool();
  return total;
}
