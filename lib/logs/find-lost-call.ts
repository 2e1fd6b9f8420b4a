/** Calls that were carried out perhaps, and whose callers may not know it: they hung up, or got an error. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { flushToolLogs } from "./record-execution";

/** Clients that repeat a call automatically do it within seconds. */
const WITHIN_MS = 10 * 60_000;

const LOST_CALL = statement({
  name: "logs.lost-call",
  text: `SELECT id FROM tool_log
    WHERE project_id = $1 AND tool_slug = $2 AND created_at > $3 AND call_hash = $4
    ORDER BY created_at DESC LIMIT 1`,
  columns: { id: "text" },
});

/** The log id of the last such call of the last minutes with this hash; null without a match. */
export async function findLostCall(projectId: string, toolSlug: string, hash: string): Promise<string | null> {
  await flushToolLogs();
  const [row] = await rowsOf(LOST_CALL, [projectId, toolSlug, new Date(now().getTime() - WITHIN_MS), hash]);
  return row?.id ?? null;
}
