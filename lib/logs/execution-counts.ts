/** The log of a project in numbers: all of it, and the last day by hours. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";
import { flushToolLogs } from "./tool-logs";

export type Hour = { at: Date; total: number; failed: number };

export type ExecutionCounts = { total: number; last24h: number; failed24h: number; hourly: Hour[]; firstAt: Date | null };

const HOUR_MS = 3_600_000;

/** Both are answered from an index alone, without reading a row. */
const TOTAL = `SELECT count(*)::int AS total, min(created_at) AS "firstAt" FROM tool_log WHERE project_id = $1`;
const BY_HOUR = `SELECT date_trunc('hour', created_at, 'UTC') AS at, count(*)::int AS total, (count(*) FILTER (WHERE status <> 'success'))::int AS failed
  FROM tool_log WHERE project_id = $1 AND created_at >= $2 GROUP BY 1`;

/** How much the project executed. The hours are the present one and the 23 before it, oldest first, empty ones included. */
export async function countExecutions(projectId: string): Promise<ExecutionCounts> {
  await flushToolLogs();
  const present = now().getTime();
  const [[all], hours] = await Promise.all([
    queryRows<{ total: number; firstAt: Date | null }>("logs.total", TOTAL, [projectId]),
    queryRows<Hour>("logs.by-hour", BY_HOUR, [projectId, new Date(present - 24 * HOUR_MS)]),
  ]);
  const known = new Map(hours.map((hour) => [hour.at.getTime(), hour]));
  const newest = Math.floor(present / HOUR_MS) * HOUR_MS;
  const hourly = Array.from({ length: 24 }, (_, back) => newest - (23 - back) * HOUR_MS).map((at) => known.get(at) ?? { at: new Date(at), total: 0, failed: 0 });
  const sum = (pick: (hour: Hour) => number) => hours.reduce((total, hour) => total + pick(hour), 0);
  return { total: all?.total ?? 0, last24h: sum(({ total }) => total), failed24h: sum(({ failed }) => failed), hourly, firstAt: all?.firstAt ?? null };
}
