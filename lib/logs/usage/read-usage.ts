/** Usage of a project from its counters: over time, and by what the calls have in common. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { flushToolLogs } from "../record-execution";
import { toPercentile, type BucketCount } from "./to-percentile";
import { SPANS, type UsageDimension, type UsageRange } from "./contract";

/** The length of each range, of its steps on the chart, and of the counters that it is read from; in seconds. */
const RANGES: Record<UsageRange, { length: number; step: number; span: number }> = {
  "1h": { length: 3_600, step: SPANS.minutes, span: SPANS.hour },
  "24h": { length: 24 * 3_600, step: SPANS.hour, span: SPANS.hour },
  "7d": { length: 7 * 86_400, step: SPANS.hour, span: SPANS.hour },
  "30d": { length: 30 * 86_400, step: SPANS.day, span: SPANS.day },
  "90d": { length: 90 * 86_400, step: SPANS.day, span: SPANS.day },
};

export type Period = { from: Date; to: Date; step: number; span: number };

/** A range ends now. It begins with a whole hour or day (UTC), as calls are counted by these. */
export function toPeriod(range: UsageRange): Period {
  const { length, step, span } = RANGES[range];
  const to = now();
  const from = Math.floor((to.getTime() / 1000 - length) / span) * span;
  return { from: new Date(from * 1000), to, step, span };
}

/** The range before, of the same length. */
export function toPeriodBefore({ from, to, step, span }: Period): Period {
  const length = Math.ceil((to.getTime() - from.getTime()) / 1000 / span) * span;
  return { from: new Date(from.getTime() - length * 1000), to: from, step, span };
}

/** The hours were counted before the other counters existed, so sums are read here. */
const CALLS = statement({
  name: "usage.calls",
  text: `SELECT to_timestamp(floor(extract(epoch FROM hour) / $2::int) * $2::int) AS at,
      sum(total)::float8 AS calls, sum(failed)::float8 AS failed
    FROM usage_counter WHERE project_id = $1 AND hour >= $3 AND hour < $4 GROUP BY 1`,
  columns: { at: "timestamptz?", calls: "float8?", failed: "float8?" },
});
const MINUTES = statement({
  name: "usage.minutes",
  text: `SELECT starts_at AS at, calls::float8 AS calls, failed::float8 AS failed FROM usage_tally
    WHERE project_id = $1 AND dimension = 'all' AND span = $2::int AND starts_at >= $3 AND starts_at < $4`,
  columns: { at: "timestamptz", calls: "float8?", failed: "float8?" },
});
const LATENCY = statement({
  name: "usage.latency",
  text: `SELECT starts_at AS at, (entry & 255)::int AS bucket, sum(entry >> 8)::float8 AS calls
    FROM usage_tally CROSS JOIN unnest(latency) AS entry
    WHERE project_id = $1 AND dimension = 'all' AND span = $2::int AND starts_at >= $3 AND starts_at < $4 GROUP BY 1, 2`,
  columns: { at: "timestamptz", bucket: "int4?", calls: "float8?" },
});
const SINCE = statement({
  name: "usage.since",
  text: `SELECT starts_at AS at FROM usage_tally
    WHERE project_id = $1 AND dimension = 'all' AND span = ${SPANS.day} ORDER BY starts_at LIMIT 1`,
  columns: { at: "timestamptz" },
});

function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

type Sums = { calls: number; failed: number; p50: number | null; p95: number | null };
export type Step = Sums & { startsAt: Date };
export type Usage = { period: Period; sums: Sums; before: Sums; steps: Step[]; since: Date | null };

const percentilesOf = (buckets: readonly BucketCount[]): Pick<Sums, "p50" | "p95"> => ({
  p50: toPercentile(buckets, 0.5),
  p95: toPercentile(buckets, 0.95),
});

/** The steps of a period that have calls, with the sums of the period. */
async function readPeriod(projectId: string, { from, to, step }: Period): Promise<{ sums: Sums; steps: Step[] }> {
  const values = [projectId, step, from, to];
  const [calls, latency] = await Promise.all([
    rowsOf(step < SPANS.hour ? MINUTES : CALLS, values),
    rowsOf(LATENCY, values),
  ]);
  const buckets = latency.map(({ at: time, bucket, calls }) => ({
    at: time.getTime(),
    bucket: bucket ?? 0,
    calls: calls ?? 0,
  }));
  const bucketsByTime = groupBy(buckets, ({ at: time }) => time);
  const steps = calls.map((row) => {
    const time = row.at ?? from;
    const ofStep = bucketsByTime.get(time.getTime()) ?? [];
    return { startsAt: time, calls: row.calls ?? 0, failed: row.failed ?? 0, ...percentilesOf(ofStep) };
  });
  const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0);
  const sums = { calls: sum(({ calls }) => calls), failed: sum(({ failed }) => failed), ...percentilesOf(buckets) };
  return { sums, steps };
}

/** The calls of a range step by step, oldest first and empty steps included, with the sums of the range before. */
export async function readUsage(projectId: string, range: UsageRange): Promise<Usage> {
  await flushToolLogs();
  const period = toPeriod(range);
  const [present, before, [first]] = await Promise.all([
    readPeriod(projectId, period),
    readPeriod(projectId, toPeriodBefore(period)),
    rowsOf(SINCE, [projectId]),
  ]);
  const stepsByTime = new Map(present.steps.map((step) => [step.startsAt.getTime(), step]));
  const steps: Step[] = [];
  for (let time = period.from.getTime(); time < period.to.getTime(); time += period.step * 1000)
    steps.push(stepsByTime.get(time) ?? { startsAt: new Date(time), calls: 0, failed: 0, p50: null, p95: null });
  return { period, sums: present.sums, before: before.sums, steps, since: first?.at ?? null };
}

const BY_KEY = statement({
  name: "usage.by-key",
  text: `SELECT key, calls::float8 AS calls, failed::float8 AS failed, count(*) OVER ()::int AS keys FROM
      (SELECT key, sum(calls) AS calls, sum(failed) AS failed FROM usage_tally
        WHERE project_id = $1 AND dimension = $2 AND span = $3::int AND starts_at >= $4 AND starts_at < $5
        GROUP BY key) one
    ORDER BY calls DESC, key LIMIT $6::int`,
  columns: { key: "text", calls: "float8?", failed: "float8?", keys: "int4?" },
});
const BEFORE_BY_KEY = statement({
  name: "usage.before-by-key",
  text: `SELECT key, sum(calls)::float8 AS calls, sum(failed)::float8 AS failed FROM usage_tally
    WHERE project_id = $1 AND dimension = $2 AND span = $3::int AND starts_at >= $4 AND starts_at < $5
      AND key = ANY ($6::text[]) GROUP BY key`,
  columns: { key: "text", calls: "float8?", failed: "float8?" },
});
const LATENCY_BY_KEY = statement({
  name: "usage.latency-by-key",
  text: `SELECT key, (entry & 255)::int AS bucket, sum(entry >> 8)::float8 AS calls
    FROM usage_tally CROSS JOIN unnest(latency) AS entry
    WHERE project_id = $1 AND dimension = $2 AND span = $3::int AND starts_at >= $4 AND starts_at < $5
      AND key = ANY ($6::text[]) GROUP BY 1, 2`,
  columns: { key: "text", bucket: "int4?", calls: "float8?" },
});

/** `key` is empty for the values beyond the limit of one hour or day. */
export type UsageOfKey = Sums & { key: string; callsBefore: number; failedBefore: number };

/** The values of a dimension with the most calls in a range, and how many values there are. */
export async function readUsageBy(
  projectId: string,
  { range, by, limit }: { range: UsageRange; by: UsageDimension; limit: number },
): Promise<{ items: UsageOfKey[]; total: number }> {
  await flushToolLogs();
  const period = toPeriod(range);
  const previous = toPeriodBefore(period);
  const valuesOf = ({ span, from, to }: Period, last: unknown) => [projectId, by, span, from, to, last];
  const rows = await rowsOf(BY_KEY, valuesOf(period, limit));
  const keys = rows.map(({ key }) => key);
  const [before, latency] = await Promise.all([
    rowsOf(BEFORE_BY_KEY, valuesOf(previous, keys)),
    rowsOf(LATENCY_BY_KEY, valuesOf(period, keys)),
  ]);
  const beforeByKey = new Map(before.map((row) => [row.key, row]));
  const bucketsByKey = groupBy(latency, ({ key }) => key);
  const items = rows.map(({ key, calls, failed }) => {
    const buckets = (bucketsByKey.get(key) ?? []).map((row) => ({ bucket: row.bucket ?? 0, calls: row.calls ?? 0 }));
    return {
      key,
      calls: calls ?? 0,
      failed: failed ?? 0,
      ...percentilesOf(buckets),
      callsBefore: beforeByKey.get(key)?.calls ?? 0,
      failedBefore: beforeByKey.get(key)?.failed ?? 0,
    };
  });
  return { items, total: rows[0]?.keys ?? 0 };
}
