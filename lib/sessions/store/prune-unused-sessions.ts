/** Deletes sessions that nobody uses any more: each plain call of a meta tool without a session makes one. */
import { now } from "@/lib/kernel/time/clock";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";

/** The longest time for any project, also for projects that no longer exist. */
const MAX_DAYS = 365;

const UNUSED = batchDelete("tool_router_session", "last_used_at < $1");
const UNUSED_OF_PROJECT = batchDelete("tool_router_session", "project_id = $1 AND last_used_at < $2");

/** Deletes each project's sessions that were not used for its days. Returns how many. */
export async function pruneUnusedSessions(
  retentions: readonly { projectId: string; sessionDays: number }[],
): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * 86_400_000);
  let total = await deleteInBatches(UNUSED, [before(MAX_DAYS)]);
  for (const { projectId, sessionDays } of retentions)
    total += await deleteInBatches(UNUSED_OF_PROJECT, [projectId, before(sessionDays)]);
  return total;
}
