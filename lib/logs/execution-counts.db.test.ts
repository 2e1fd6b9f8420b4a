/** The log in numbers, and people who watch it, with the real database. */
import { beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { isListening } from "@/lib/kernel/database/notify";
import { soon } from "@/test/builders/owners";
import { countExecutions } from "./execution-counts";
import { countToolkitUses } from "./find-used-tools";
import { followToolLogs, MAX_FOLLOWERS } from "./follow-tool-logs";
import { flushToolLogs, LOGGED_CHANNEL, recordExecution, type ExecutionLog } from "./record-execution";

const HOUR_MS = 3_600_000;

const row = (more: Partial<ExecutionLog> = {}): ExecutionLog => ({
  id: newId("log"),
  projectId: "proj_a",
  startedAt: new Date(),
  durationMs: 12,
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

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log, usage_counter, toolkit_usage");
});

describe("countExecutions", () => {
  it("counts by hours of the last day, failed ones too, of one project", async () => {
    const startMs = Date.now();
    const first = new Date(startMs - 30 * HOUR_MS);
    for (const more of [
      { startedAt: first },
      { startedAt: new Date(startMs - HOUR_MS), successful: false },
      { startedAt: new Date(startMs - HOUR_MS) },
      {},
      { projectId: "proj_b" },
    ])
      recordExecution(row(more));
    const counts = await countExecutions("proj_a");
    expect(counts).toMatchObject({ total: 4, last24h: 3, failed24h: 1, firstAt: first });
    expect(counts.hourly).toHaveLength(24);
    expect(counts.hourly.reduce((sum, hour) => sum + hour.total, 0)).toBe(3);
    expect(counts.hourly.at(-2)).toMatchObject({ total: 2, failed: 1 });
    expect(counts.hourly.map(({ at: time }) => time.getTime() % HOUR_MS)).toEqual(Array(24).fill(0));
  });

  it("counts by toolkits, each execution once, and goes on when its log is gone", async () => {
    const again = row();
    for (const log of [again, row(), row({ toolkitSlug: "gmail", successful: false }), row({ projectId: "proj_b" })])
      recordExecution(log);
    await flushToolLogs();
    recordExecution(again);
    await flushToolLogs();
    await pool().query("TRUNCATE tool_log");
    expect(Object.fromEntries(await countToolkitUses("proj_a"))).toEqual({ github: 2, gmail: 1 });
    expect((await countToolkitUses("proj_none")).size).toBe(0);
  });

  it("writes the log of a toolkit whose count is as large as it can be", async () => {
    await pool().query("INSERT INTO toolkit_usage VALUES ('proj_a', 'github', 2147483647)");
    recordExecution(row());
    await flushToolLogs();
    expect((await countExecutions("proj_a")).total).toBe(1);
    expect((await countToolkitUses("proj_a")).get("github")).toBe(2147483647);
  });

  it("answers empty hours for a project that executed nothing", async () => {
    expect(await countExecutions("proj_none")).toMatchObject({ total: 0, last24h: 0, failed24h: 0, firstAt: null });
  });

  it("keeps counting what was pruned, from its counters and not from the log, however long that is", async () => {
    await pool().query(
      `INSERT INTO usage_counter SELECT 'proj_a', date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1000, 10
        FROM generate_series(1, 8760) n`,
    );
    const ever = { total: 8_760_000, last24h: 23_000, failed24h: 230 };
    expect(await countExecutions("proj_a")).toMatchObject(ever);
    await pool().query(`INSERT INTO tool_log (id, project_id, created_at, tool_slug, toolkit_slug, status, duration_ms)
      SELECT 'log_' || n, 'proj_a', now() - n * interval '800 milliseconds', 'GITHUB_GET', 'github', 'success', 12
      FROM generate_series(1, 1000) n`);
    expect(await countExecutions("proj_a")).toMatchObject(ever);
  });

  it("counts from several writers at once, each execution once", async () => {
    const rows = Array.from({ length: 600 }, (_, n) =>
      row({
        successful: n % 3 > 0,
        projectId: n % 2 ? "proj_a" : "proj_b",
        startedAt: new Date(Date.now() - (n % 4) * HOUR_MS),
      }),
    );
    for (const log of [...rows, ...rows]) recordExecution(log);
    const [a, b] = [await countExecutions("proj_a"), await countExecutions("proj_b")];
    expect([a.last24h + b.last24h, a.failed24h + b.failed24h]).toEqual([600, 200]);
  });
});

describe("followToolLogs", () => {
  const follow = (projectId = "proj_a") => {
    const executionIds: string[] = [];
    const gaps: number[] = [];
    const stop = followToolLogs(projectId, {
      logged: (rows) => executionIds.push(...rows.map(({ id }) => id)),
      gap: (skipped) => gaps.push(skipped),
    });
    return { seen: executionIds, gaps, stop };
  };
  const listening = () => soon(() => Promise.resolve(isListening(LOGGED_CHANNEL)), Boolean);

  it("tells of each execution of the project, slow ones that began before others too", async () => {
    const { seen: executionIds, stop } = follow();
    await listening();
    const quick = row();
    const slow = row({ startedAt: new Date(Date.now() - 60_000) });
    recordExecution(quick);
    recordExecution(row({ projectId: "proj_b" }));
    await soon(
      () => Promise.resolve(executionIds.length),
      (length) => length === 1,
    );
    recordExecution(slow);
    await soon(
      () => Promise.resolve(executionIds),
      () => executionIds.length === 2,
    );
    expect(executionIds).toEqual([quick.id, slow.id]);
    stop();
  });

  it("hears of executions that another process wrote", async () => {
    const { seen: executionIds, stop } = follow();
    await listening();
    await pool().query(
      `INSERT INTO tool_log (id, project_id, created_at, tool_slug, toolkit_slug, status, duration_ms)
        VALUES ('log_other', 'proj_a', now(), 'X', 'x', 'success', 1)`,
    );
    await pool().query("SELECT pg_notify($1, 'proj_a log_other')", [LOGGED_CHANNEL]);
    await soon(
      () => Promise.resolve(executionIds),
      () => executionIds.includes("log_other"),
    );
    stop();
  });

  it("says how many it left out when there are too many to read", async () => {
    const { seen: executionIds, gaps, stop } = follow();
    await listening();
    for (let n = 0; n < 500; n++) recordExecution(row());
    await soon(
      () => Promise.resolve(executionIds.length),
      () => executionIds.length + gaps.reduce((sum, skipped) => sum + skipped, 0) === 500,
    );
    expect(gaps.some((skipped) => skipped > 0)).toBe(true);
    stop();
  });

  it("429: lets a project have so many, and another one more as soon as one leaves", () => {
    const all = Array.from({ length: MAX_FOLLOWERS }, () => follow("proj_many"));
    expect(() => follow("proj_many")).toThrow(expect.objectContaining({ status: 429 }) as Error);
    all[0]?.stop();
    const last = follow("proj_many");
    for (const stream of [...all, last]) stream.stop();
  });
});
