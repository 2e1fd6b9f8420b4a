/** The files of a project end with it, contents first and folders last. */
import { db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { removeContents } from "./expire-files";
import { storage } from "./storage";

const BATCH = 100;
/** Batches in one turn of the job. */
const TURN = 20;

const DELETE = statement({
  name: "files.delete-of-project",
  text: `DELETE FROM file WHERE id IN (SELECT id FROM file WHERE project_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING key, storage`,
  columns: { key: "text", storage: "text" },
});

/** @returns whether nothing is left; a batch whose contents cannot be deleted keeps its rows, for the next try */
export async function purgeFiles(projectId: string): Promise<boolean> {
  for (let batch = 0; batch < TURN; batch++) {
    const deletedCount = await db.$transaction(
      async (tx) => {
        const rows = await rowsIn(tx, DELETE, [projectId, BATCH]);
        await removeContents(rows);
        return rows.length;
      },
      { timeout: 120_000 },
    );
    if (deletedCount < BATCH) {
      await storage("disk").removeProject?.(projectId);
      return true;
    }
  }
  return false;
}

/** How many files a project has. */
export const countFiles = (projectId: string): Promise<number> => db.storedFile.count({ where: { projectId } });
