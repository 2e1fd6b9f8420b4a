/** How far the polls of all copies of the app are behind their times. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

/** Polls that are counted at most: more are as many. */
const MAX_COUNTED = 100_000;

const LAG = statement({
  name: "triggers.lag",
  text: `SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(p.poll_at)), 0)::float8 AS "oldestSeconds"
    FROM (SELECT poll_at FROM trigger_instance WHERE disabled_at IS NULL AND poll_at <= now()
      ORDER BY poll_at LIMIT ${MAX_COUNTED}) p`,
  columns: { due: "int4", oldestSeconds: "float8" },
});

/** `due`: polls whose time has come and that have not ended; `oldestSeconds`: for how long the first has waited. */
export type PollLag = { due: number; oldestSeconds: number };

export async function findPollLag(): Promise<PollLag> {
  const [row] = await rowsOf(LAG, []);
  return row ?? { due: 0, oldestSeconds: 0 };
}
