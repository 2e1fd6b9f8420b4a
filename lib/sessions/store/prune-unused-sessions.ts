/** Deletes sessions that nobody uses any more: each plain call of a meta tool without a session makes one. */
import { now } from "@/lib/kernel/time/clock";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";

/** The longest time for any project whose sessions end, also for projects that no longer exist. */
const MAX_DAYS = 365;
/** Where sessions do not end, those that calls without a session made still do. */
const IMPLICIT_DAYS = 30;

const UNUSED = batchDelete("tool_router_session", "last_used_at < $1 AND project_id <> ALL ($2::text[])");
const UNUSED_OF_PROJECT = batchDelete("tool_router_session", "project_id = $1 AND last_used_at < $2");
const UNUSED_IMPLICIT = batchDelete("tool_router_session", "project_id = $1 AND last_used_at < $2 AND implicit");

type SessionRetention = { projectId: string; sessionDays: number | null };

/** Deletes each project's sessions that were not used for its days. Returns how many. */
export async function pruneUnusedSessions(retentions: readonly SessionRetention[]): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * 86_400_000);
  const staying = retentions.flatMap(({ projectId, sessionDays }) => (sessionDays === null ? [projectId] : []));
  let total = await deleteInBatches(UNUSED, [before(MAX_DAYS), staying]);
  for (const { projectId, sessionDays } of retentions)
    total +=
      sessionDays === null
        ? await deleteInBatches(UNUSED_IMPLICIT, [projectId, before(IMPLICIT_DAYS)])
        : await deleteInBatches(UNUSED_OF_PROJECT, [projectId, before(sessionDays)]);
  return total;
}
