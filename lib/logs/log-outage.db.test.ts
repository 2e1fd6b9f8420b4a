/** The log of executions while the database does not accept rows. */
import { describe, expect, it, vi } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { readHealth } from "@/lib/health/health";
import { row } from "@/test/builders/tool-logs";
import { flushToolLogs, logState, recordExecution } from "./record-execution";

/** The first pauses between tries. */
const PAUSES = [100, 500];

/**
 * Records a row while its table is missing. The table returns in the last of these pauses. Returns the pauses that were
 * made.
 */
async function duringOutage(id: string): Promise<number[]> {
  await pool().query("ALTER TABLE tool_log RENAME TO tool_log_away");
  const back = () => pool().query("ALTER TABLE IF EXISTS tool_log_away RENAME TO tool_log");
  const pauses: number[] = [];
  const real = setTimeout;
  const paused = vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => {
    if (!PAUSES.includes(ms)) return real(work, ms);
    pauses.push(ms);
    const step = pauses.length === PAUSES.length ? back() : Promise.resolve();
    void step.then(work);
    return real(() => undefined, 0);
  }) as typeof setTimeout);
  try {
    recordExecution(row({ id }));
    await flushToolLogs();
  } finally {
    paused.mockRestore();
    await back();
  }
  return pauses;
}

const count = async (where: string, value: unknown) =>
  Number((await pool().query<{ n: string }>(`SELECT count(*) AS n FROM tool_log WHERE ${where}`, [value])).rows[0]?.n);

const health = (state: ReturnType<typeof logState>) =>
  readHealth(
    async () => ({ toolkits: 1, tools: 1, version: "1" }),
    { status: "available", problems: [], notes: [], limits: null },
    state,
  );

describe("an outage of the log's database", () => {
  it("gets all retries each time, and loses no row", async () => {
    expect(await duringOutage("log_first_outage")).toEqual(PAUSES);
    expect(await duringOutage("log_second_outage")).toEqual(PAUSES);
    expect(await count("id = ANY($1)", ["log_first_outage", "log_second_outage"])).toBe(2);
  });

  it("drops no batch, however long it is: every row exists once afterwards", async () => {
    await pool().query("ALTER TABLE tool_log RENAME TO tool_log_away");
    const real = setTimeout;
    let pauses = 0;
    const paused = vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => {
      if (![100, 500, 2000, 5000].includes(ms)) return real(work, ms);
      pauses++;
      return real(work, 1);
    }) as typeof setTimeout);
    const before = logState().dropped;
    try {
      for (let i = 0; i < 450; i++) recordExecution(row({ id: `log_long_${i}`, projectId: "proj_long" }));
      await vi.waitFor(() => expect(pauses).toBeGreaterThan(12), { timeout: 60_000 });
      expect(logState()).toMatchObject({ waiting: 450, isDropping: false });
    } finally {
      await pool().query("ALTER TABLE tool_log_away RENAME TO tool_log");
      await flushToolLogs();
      paused.mockRestore();
    }
    expect(await count("project_id = $1", "proj_long")).toBe(450);
    expect(logState()).toEqual({ waiting: 0, dropped: before, isDropping: false });
  });

  it("keeps 10,000 rows waiting, and drops the oldest for one more", async () => {
    const before = logState().dropped;
    for (let i = 0; i <= 10_000; i++) recordExecution(row({ id: `log_wait_${i}`, projectId: "proj_wait" }));
    await flushToolLogs();
    expect(await count("project_id = $1", "proj_wait")).toBe(10_000);
    expect(await count("id = $1", "log_wait_0")).toBe(0);
    const state = logState();
    expect(state).toEqual({ waiting: 0, dropped: before + 1, isDropping: true });
    expect(await health(state)).toMatchObject({ status: "degraded", execution_log: { dropped: before + 1 } });
    expect(await health({ ...state, isDropping: false })).toMatchObject({ status: "ok" });
  });
});
