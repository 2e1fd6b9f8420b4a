/** Deletes old rows of the log in batches, as each project has set. */
import { now } from "@/lib/kernel/time/clock";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";

/** The longest time for any project, also for projects that no longer exist. */
const MAX_DAYS = 365;

const OLD = batchDelete("tool_log", "created_at < $1");
const OLD_OF_PROJECT = batchDelete("tool_log", "project_id = $1 AND created_at < $2");

/**
 * Deletes the executions of each project that are older than its days, and of all projects those older than a year.
 * Returns how many.
 */
export async function pruneToolLogs(retentions: readonly { projectId: string; days: number }[]): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * 86_400_000);
  let total = await deleteInBatches(OLD, [before(MAX_DAYS)]);
  for (const { projectId, days } of retentions)
    total += await deleteInBatches(OLD_OF_PROJECT, [projectId, before(days)]);
  return total;
}
