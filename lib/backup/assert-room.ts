/** Whether a backup fits on the disk of the data folder, before a restore writes anything. */
import { statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import type { Manifest } from "./archive/manifest";
import { BackupProblem } from "./backup-problem";

/** The unpacked bytes: of rows as text, and of files. */
export type Sizes = { rows: number; files: number };

/** Rows in a table take about as much as their text, and their indexes as much again. */
const ROWS_FACTOR = 2;
const MB = 1024 * 1024;

export const toSizes = ({ tables, jobs, files }: Manifest): Sizes => ({
  rows: tables.reduce((sum, { bytes }) => sum + bytes, jobs.bytes),
  files: files.bytes,
});

/** The free bytes for a folder, which can be missing yet; undefined if its file system does not report them. */
async function findFree(folder: string): Promise<number | undefined> {
  for (let place = folder; ; place = path.dirname(place)) {
    const disk = await statfs(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && place !== path.dirname(place)) return undefined;
      throw error;
    });
    if (disk) return disk.blocks > 0 ? disk.bavail * disk.bsize : undefined;
  }
}

const inMb = (bytes: number): string => `${Math.ceil(bytes / MB).toLocaleString("en")} MB`;

/**
 * @param isEmbedded whether the database is in the data folder; the room of another one is not known here
 * @throws BackupProblem if the disk has less room than the backup needs: a file that others made can be a thousand
 *   times as large as it seems
 */
export async function assertRoom({ rows, files }: Sizes, isEmbedded: boolean): Promise<void> {
  const needed = (isEmbedded ? ROWS_FACTOR * rows : 0) + (env().files.s3 ? 0 : files);
  const free = await findFree(env().dataDir);
  if (free === undefined || needed <= free) return;
  throw new BackupProblem(
    `The backup needs about ${inMb(needed)} unpacked, and the disk of ${env().dataDir} has ${inMb(free)} free: make ` +
      "room, or restore into a data folder on another disk; nothing was changed.",
  );
}
