/** Ends the log: rows older than the retention are deleted in batches. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

/** Days that executions are kept. */
export const RETENTION_DAYS = 30;
const BATCH = 5000;

const DELETE = `WITH old AS (SELECT id FROM tool_log WHERE created_at < $1 ORDER BY created_at LIMIT ${BATCH}),
  gone AS (DELETE FROM tool_log USING old WHERE tool_log.id = old.id RETURNING 1) SELECT count(*)::int AS count FROM gone`;

/** Deletes the executions of all projects that are older than `days`. Returns how many. */
export async function pruneToolLogs(days = RETENTION_DAYS): Promise<number> {
  const before = new Date(now().getTime() - days * 86_400_000);
  let total = 0;
  for (;;) {
    const [row] = await queryRows<{ count: number }>("logs.prune", DELETE, [before]);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < BATCH) break;
  }
  if (total > 0) log.info("old executions were deleted from the log", { total, days });
  return total;
}
