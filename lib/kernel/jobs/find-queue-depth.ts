/** How many jobs wait in the database, for all copies of the app together. */
import { rowsOf, statement } from "../database/statement";

/** Jobs that are counted at most: a longer queue is this long. */
const MAX_COUNTED = 100_000;

const DEPTH = statement({
  name: "queue.depth",
  text: `SELECT t.identifier AS name, count(*) FILTER (WHERE j.is_available)::int AS due,
    count(*) FILTER (WHERE j.locked_at IS NOT NULL)::int AS running,
    count(*) FILTER (WHERE NOT j.is_available AND j.locked_at IS NULL)::int AS dead,
    coalesce(extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.is_available)), 0)::float8 AS "oldestSeconds"
    FROM (SELECT task_id, is_available, locked_at, run_at FROM graphile_worker._private_jobs
      WHERE NOT is_available OR run_at <= now() LIMIT ${MAX_COUNTED}) j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id GROUP BY 1`,
  columns: { name: "text", due: "int4", running: "int4", dead: "int4", oldestSeconds: "float8" },
});

/**
 * `due`: could run now; `running`: taken by a worker; `dead`: given up after the last attempt; `oldestSeconds`: for how
 * long the first due job has waited.
 */
export type QueueDepth = { name: string; due: number; running: number; dead: number; oldestSeconds: number };

/** By kind of job; kinds without such jobs are left out. */
export const findQueueDepth = (): Promise<QueueDepth[]> => rowsOf(DEPTH, []);
