/** How many stored values are still sealed with an earlier secret, as the last run counted them. */
import { now } from "../time/clock";
import { jobPool } from "./pools";
import { rowsOf, statement } from "./statement";

const READ = statement({
  name: "sealing-progress.read",
  text: "SELECT reseal_left, resealed_at FROM secret_check",
  columns: { reseal_left: "int4?", resealed_at: "timestamptz?" },
});
const WRITE = statement({
  name: "sealing-progress.write",
  text: "UPDATE secret_check SET reseal_left = $1, resealed_at = $2 WHERE id = 1",
});

/** `left` and `countedAt` are null until a run has counted. */
export async function findSealingProgress(): Promise<{ left: number | null; countedAt: Date | null }> {
  const [row] = await rowsOf(READ, []);
  return { left: row?.reseal_left ?? null, countedAt: row?.resealed_at ?? null };
}

/** @param left values that are sealed with an earlier secret */
export async function recordSealingProgress(left: number): Promise<void> {
  await rowsOf(WRITE, [left, now()], jobPool());
}
