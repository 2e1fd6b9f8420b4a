/** Usage from the counters that are written with the log, with the real database. */
import { beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { flushToolLogs, recordExecution, type ExecutionLog } from "../record-execution";
import { exportUsage } from "./export-usage";
import { pruneUsage } from "./prune-usage";
import { readUsage, readUsageBy } from "./read-usage";
import { MAX_KEYS, type UsageDimension } from "./contract";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const row = (more: Partial<ExecutionLog> = {}): ExecutionLog => ({
  id: newId("log"),
  projectId: "proj_a",
  startedAt: new Date(),
  durationMs: 100,
  toolSlug: "GITHUB_GET",
  toolkitSlug: "github",
  kind: "tool",
  successful: true,
  secrets: [],
  timings: {},
  source: {},
  storePayloads: true,
  ...more,
});

const record = async (...rows: Partial<ExecutionLog>[]): Promise<void> => {
  for (const more of rows) recordExecution(row(more));
  await flushToolLogs();
};

const callsBy = async (by: UsageDimension, range: "24h" | "30d" = "24h"): Promise<Record<string, number>> => {
  const { items } = await readUsageBy("proj_a", { range, by, limit: 100 });
  return Object.fromEntries(items.map(({ key, calls }) => [key, calls]));
};

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log, usage_counter, toolkit_usage, usage_tally");
});

describe("readUsage", () => {
  it("counts the calls and failures of a range, and of the range before, of one project", async () => {
    await record(
      {},
      { successful: false },
      { startedAt: ago(2) },
      { startedAt: ago(30), successful: false },
      { startedAt: ago(80) },
      { projectId: "proj_b" },
    );
    const usage = await readUsage("proj_a", "24h");
    expect(usage.sums).toMatchObject({ calls: 3, failed: 1 });
    expect(usage.before).toMatchObject({ calls: 1, failed: 1 });
    expect(usage.steps).toHaveLength(25);
    expect(usage.steps.at(-1)).toMatchObject({ calls: 2, failed: 1 });
    expect((await readUsage("proj_a", "7d")).sums).toMatchObject({ calls: 5 });
    expect((await readUsage("proj_a", "90d")).sums).toMatchObject({ calls: 5, failed: 2 });
  });

  it("has five minutes for each step of an hour", async () => {
    await record({}, { startedAt: ago(0.5) }, { startedAt: ago(3) });
    const { steps, sums } = await readUsage("proj_a", "1h");
    expect(sums.calls).toBe(2);
    expect((steps[1]?.startsAt.getTime() ?? 0) - (steps[0]?.startsAt.getTime() ?? 0)).toBe(300_000);
  });

  it("has durations within 5 % that add up over batches and hours", async () => {
    const durations = Array.from({ length: 1000 }, (_, n) => (n + 1) * 3);
    for (const [n, durationMs] of durations.entries()) {
      recordExecution(row({ durationMs, startedAt: ago(n % 5) }));
      if (n % 300 === 0) await flushToolLogs();
    }
    const { sums } = await readUsage("proj_a", "24h");
    expect(Math.abs((sums.p50 ?? 0) / 1500 - 1)).toBeLessThan(0.05);
    expect(Math.abs((sums.p95 ?? 0) / 2850 - 1)).toBeLessThan(0.05);
  });

  it("has sums of a project that was counted before the other counters existed", async () => {
    await pool().query("INSERT INTO usage_counter VALUES ('proj_a', date_trunc('hour', now(), 'UTC'), 7, 2)");
    const usage = await readUsage("proj_a", "30d");
    expect(usage.sums).toEqual({ calls: 7, failed: 2, p50: null, p95: null });
    expect(usage.since).toBeNull();
  });
});

describe("readUsageBy", () => {
  it("counts by toolkit, tool, user, key, session and error, by hours and by days", async () => {
    const github = { userId: "ada", apiKeyId: "key_1", sessionId: "trs_1" };
    await record(
      github,
      { ...github, successful: false, errorCode: 404 },
      { toolSlug: "GMAIL_SEND", toolkitSlug: "gmail" },
    );
    for (const range of ["24h", "30d"] as const) {
      expect(await callsBy("toolkit", range)).toEqual({ github: 2, gmail: 1 });
      expect(await callsBy("tool", range)).toEqual({ GITHUB_GET: 2, GMAIL_SEND: 1 });
      expect(await callsBy("user", range)).toEqual({ ada: 2 });
      expect(await callsBy("key", range)).toEqual({ key_1: 2 });
      expect(await callsBy("session", range)).toEqual({ trs_1: 2 });
      expect(await callsBy("error", range)).toEqual({ "GITHUB_GET 404": 1 });
    }
  });

  it("compares each value with the range before, and says how long its calls took", async () => {
    await record({ durationMs: 1000 }, { startedAt: ago(30), successful: false }, { toolkitSlug: "gmail" });
    const { items, total } = await readUsageBy("proj_a", { range: "24h", by: "toolkit", limit: 1 });
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        key: "github",
        calls: 1,
        failed: 0,
        p50: expect.closeTo(1000, -2) as number,
        p95: expect.any(Number) as number,
        callsBefore: 1,
        failedBefore: 1,
      },
    ]);
  });

  it("counts values beyond the limit together, and known ones by name for ever", async () => {
    await record({ userId: "first" });
    await record(...Array.from({ length: MAX_KEYS + 50 }, (_, n) => ({ userId: `user-${n}` })));
    await record({ userId: "first" }, { userId: "late" });
    const { items, total } = await readUsageBy("proj_a", { range: "24h", by: "user", limit: 2 });
    expect(total).toBe(MAX_KEYS + 1);
    expect(items.map(({ key, calls }) => [key, calls])).toEqual([
      ["", 52],
      ["first", 2],
    ]);
  });

  it("counts each call once however often its row is sent, from several writers at once", async () => {
    const rows = Array.from({ length: 600 }, (_, n) => row({ userId: `user-${n % 7}`, successful: n % 3 > 0 }));
    for (const log of [...rows, ...rows]) recordExecution(log);
    await flushToolLogs();
    const byUser = await callsBy("user");
    expect(Object.values(byUser).reduce((sum, calls) => sum + calls, 0)).toBe(600);
    expect(Object.values(await callsBy("error"))).toEqual([200]);
  });
});

describe("exportUsage", () => {
  it("writes a line for each step or value, without formulas", async () => {
    await record({ userId: "=1+1" });
    expect((await exportUsage("proj_a", "24h", "time")).split("\r\n")).toHaveLength(27);
    expect((await exportUsage("proj_a", "24h", "user")).split("\r\n")[1]).toMatch(/^'=1\+1,1,0,/);
  });
});

describe("pruneUsage", () => {
  it("keeps days longer than hours, and hours longer than five minutes", async () => {
    await record({ startedAt: ago(26) }, { startedAt: ago(16 * 24) }, { startedAt: ago(401 * 24) });
    await pruneUsage();
    const { rows } = await pool().query<{ span: number; calls: number }>(
      "SELECT span, sum(calls)::int AS calls FROM usage_tally WHERE dimension = 'all' GROUP BY 1 ORDER BY 1",
    );
    expect(rows).toEqual([
      { span: 3600, calls: 1 },
      { span: 86_400, calls: 2 },
    ]);
  });
});
