/** Whether there is room to store what callers send: on the database's disk, and in the data folder. */
import { statfs } from "node:fs/promises";
import { env } from "../process/env";
import { processMemory } from "../process-memory";

/** A full disk is found by whoever writes, at least once a minute by the jobs of the clock. */
const RECENT_MS = 70_000;
/** Less is as good as none: PostgreSQL takes 16 MB for each file of its log. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

const state = () => processMemory("storage", () => ({ fullAt: -Infinity }));

/** Notes that something could not be stored. */
export const noteStorageFull = (): void => void (state().fullAt = performance.now());

/** Whether something could not be stored in the last minute, or the disk of the data folder is full. */
export async function isStorageFull(): Promise<boolean> {
  if (performance.now() - state().fullAt < RECENT_MS) return true;
  const disk = await statfs(env().dataDir).catch(() => undefined);
  // Some file systems do not report their size.
  return disk !== undefined && disk.blocks > 0 && disk.bavail * disk.bsize < LEAST_FREE_BYTES;
}
