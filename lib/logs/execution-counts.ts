/** Counts a project's executions: in total, and per hour of the last day. */
import { now } from "@/lib/kernel/time/clock";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { flushToolLogs } from "./record-execution";

const TOTAL = statement({
  name: "logs.total",
  text: `SELECT coalesce(sum(total), 0)::float8 AS total, coalesce(sum(failed), 0)::float8 AS failed, min(hour) AS began
    FROM usage_counter WHERE project_id = $1`,
  columns: { total: "float8", failed: "float8", began: "timestamptz?" },
});
const BY_HOUR = statement({
  name: "logs.by-hour",
  text: "SELECT hour AS at, total, failed FROM usage_counter WHERE project_id = $1 AND hour >= $2",
  columns: { at: "timestamptz", total: "int4", failed: "int4" },
});
/** The time of the last execution; only the hour if its row is already deleted. */
const FIRST = statement({
  name: "logs.first",
  text: "SELECT created_at FROM tool_log WHERE project_id = $1 ORDER BY created_at, id LIMIT 1",
  columns: { created_at: "timestamptz" },
});

export type Hour = StatementRow<typeof BY_HOUR>;

export type ExecutionCounts = {
  total: number;
  succeeded: number;
  last24h: number;
  failed24h: number;
  hourly: Hour[];
  firstAt: Date | null;
};

const HOUR_MS = 3_600_000;

/** The counts of a project: for the present hour and the 23 before it, oldest first, empty hours included. */
export async function countExecutions(projectId: string): Promise<ExecutionCounts> {
  await flushToolLogs();
  const oldest = (Math.floor(now().getTime() / HOUR_MS) - 23) * HOUR_MS;
  const [[all], hours, [first]] = await Promise.all([
    rowsOf(TOTAL, [projectId]),
    rowsOf(BY_HOUR, [projectId, new Date(oldest)]),
    rowsOf(FIRST, [projectId]),
  ]);
  const hoursByTime = new Map(hours.map((hour) => [hour.at.getTime(), hour]));
  const hourly = Array.from({ length: 24 }, (_, hour) => oldest + hour * HOUR_MS).map(
    (time) => hoursByTime.get(time) ?? { at: new Date(time), total: 0, failed: 0 },
  );
  const sum = (pick: (hour: Hour) => number) => hourly.reduce((total, hour) => total + pick(hour), 0);
  const firstAt =
    all?.began && first && first.created_at.getTime() < all.began.getTime() + HOUR_MS
      ? first.created_at
      : (all?.began ?? null);
  return {
    total: all?.total ?? 0,
    succeeded: (all?.total ?? 0) - (all?.failed ?? 0),
    last24h: sum(({ total }) => total),
    failed24h: sum(({ failed }) => failed),
    hourly,
    firstAt,
  };
}
