/** Ends the log: rows older than their project keeps them are deleted in batches. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";

/** No project keeps its executions longer, and nobody those of a project that is gone. */
const MOST_DAYS = 365;
const BATCH = 5000;

const deletion = (
  condition: string,
): string => `WITH old AS (SELECT id FROM tool_log WHERE ${condition} ORDER BY created_at LIMIT ${BATCH}),
  gone AS (DELETE FROM tool_log USING old WHERE tool_log.id = old.id RETURNING 1) SELECT count(*)::int AS count FROM gone`;

const DELETE = deletion("created_at < $1");
const DELETE_OF_PROJECT = deletion("created_at < $1 AND project_id = $2");

async function inBatches(name: string, statement: string, values: unknown[]): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await queryRows<{ count: number }>(name, statement, values);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < BATCH) return total;
  }
}

/** Deletes the executions of each project that are older than its days, and of all projects those older than a year. Returns how many. */
export async function pruneToolLogs(retentions: readonly { projectId: string; days: number }[]): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * 86_400_000);
  let total = await inBatches("logs.prune", DELETE, [before(MOST_DAYS)]);
  for (const { projectId, days } of retentions)
    total += await inBatches("logs.prune-project", DELETE_OF_PROJECT, [before(days), projectId]);
  return total;
}
