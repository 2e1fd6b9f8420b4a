/** Deletes what is old, in batches, so that no statement takes long and no lock is held for long. */
import { jobPool } from "./pools";
import { statement, type Statement } from "./statement";

const BATCH = 5_000;

/** What `deleteInBatches` deletes. Declared, so that a test holds it against the database's tables. */
export type BatchDelete = Statement<Record<never, never>> & { readonly inBatches: true };

/**
 * Declares which rows are deleted in batches.
 * @param table of the room that calls
 * @param condition SQL, with `$1`, `$2` ... for the values that are given with each deletion
 */
export const batchDelete = (table: string, condition: string): BatchDelete => ({
  ...statement({
    name: `delete ${table} where ${condition}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  }),
  inBatches: true,
});

/** The condition of what belongs to a project, whose id is the first value. */
export const OF_PROJECT = "project_id = $1";

/** Deletes the rows, batch by batch. Returns how many. */
export async function deleteInBatches({ text }: BatchDelete, values: readonly unknown[]): Promise<number> {
  for (let total = 0; ; ) {
    const { rowCount } = await jobPool().query(text, [...values]);
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return total;
  }
}

/** Batches of one table in one turn of a job: others of its class come next. */
const TURN = 10;

/**
 * Deletes what belongs to a project, table by table, for one turn.
 * @returns whether all of it is gone; rows that somebody holds at the moment are left
 */
export async function deleteOfProject(tables: readonly BatchDelete[], projectId: string): Promise<boolean> {
  for (const { text } of tables)
    for (let batch = 1; ; batch++) {
      const { rowCount } = await jobPool().query(text, [projectId]);
      if ((rowCount ?? 0) < BATCH) break;
      if (batch === TURN) return false;
    }
  return true;
}
