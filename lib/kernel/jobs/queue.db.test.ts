/** Jobs on a real database: classes, keys, times and attempts. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "../database/db";
import { queueConnections } from "../database/pools";
import { runStops } from "../process/lifecycle";
import { moveClock } from "../time/clock";
import type { JobHandler, JobKind } from "./classes";
import { pruneGivenUpJobs } from "./prune-given-up-jobs";
import { enqueue, isQueueRunning, startQueue } from "./queue";
import { lookTimes } from "./wake";
import { queryRows } from "@/test/setup/query-rows";

// The smallest number that a copy of the app can have: all classes together get by with the queue's share of them.
vi.hoisted(() => {
  process.env.PATCHBAY_DATABASE_CONNECTIONS = "18";
});

const within = { timeout: 30_000, interval: 20 };
const kind = (name: string, work: JobKind["work"], pauses?: number[]): JobKind => ({
  name: `test.${name}`,
  work,
  ...(pauses && { pauses }),
});

const HANG = kind("hang", "providers");
const DELIVER = kind("deliver", "deliveries");
const CLEAN = kind("clean", "cleaning");
const SLOW = kind("slow", "deliveries");
const LINED = kind("lined", "deliveries");
const FAIL = kind("fail", "deliveries", [0.1, 0.1]);
const FAIL_SLOWLY = kind("fail-slowly", "deliveries", [3600]);
const TIMED = kind("timed", "deliveries");

/** What the jobs have done: their payloads in order. */
const done: Record<string, unknown[]> = {};
const ofDone = (of: JobKind): unknown[] => (done[of.name] ??= []);
const hanging: (() => void)[] = [];
let atOnce = 0;
let mostAtOnce = 0;

const counting = async (of: JobKind, payload: unknown): Promise<void> => {
  mostAtOnce = Math.max(mostAtOnce, ++atOnce);
  await queryRows("test.sleep", "SELECT pg_sleep(0.05)", []);
  atOnce--;
  ofDone(of).push((payload as { n: number }).n);
};
const recording = (of: JobKind): JobHandler => ({
  kind: of,
  run: async (payload) => void ofDone(of).push((payload as { n: number }).n),
});
const failing = (of: JobKind): JobHandler => ({
  kind: of,
  run: (payload) => {
    ofDone(of).push((payload as { n: number }).n);
    return Promise.reject(new Error("not today"));
  },
});
const hang = (): Promise<void> => new Promise((resolve) => void hanging.push(resolve));

type Row = { attempts: number; max: number; last_error: string | null; wait: number; is_available: boolean };
const rowsOfKind = (of: JobKind): Promise<Row[]> =>
  queryRows<Row>(
    "test.rows",
    `SELECT attempts::int, max_attempts::int AS max, last_error, is_available, extract(epoch FROM run_at - now())::float8 AS wait
      FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks t ON t.id = task_id WHERE t.identifier = $1`,
    [of.name],
  );

beforeAll(async () => {
  expect(queueConnections()).toBe(3);
  Object.assign(lookTimes(), { look: 50 });
  await startQueue([
    { kind: HANG, run: hang },
    {
      kind: SLOW,
      run: async (payload) => {
        await hang();
        ofDone(SLOW).push((payload as { n: number }).n);
      },
    },
    { kind: LINED, run: (payload) => counting(LINED, payload) },
    ...[DELIVER, CLEAN, TIMED].map(recording),
    ...[FAIL, FAIL_SLOWLY].map(failing),
  ]);
});
afterAll(async () => {
  for (const end of hanging) end();
  await runStops(() => undefined);
});

describe("classes", () => {
  it("a class whose workers all hang delays no other class", async () => {
    for (let n = 0; n < 10; n++) await enqueue(db, HANG, { n });
    await vi.waitFor(() => expect(hanging).toHaveLength(4), within);
    await enqueue(db, DELIVER, { n: 1 });
    await enqueue(db, CLEAN, { n: 2 });
    await vi.waitFor(() => expect([ofDone(DELIVER), ofDone(CLEAN)]).toEqual([[1], [2]]), within);
    expect(hanging).toHaveLength(4);
    while ((await rowsOfKind(HANG)).length > 0) {
      for (const end of hanging.splice(0)) end();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(isQueueRunning()).toBe(true);
  });

  it("have one connection that listens, which is none of the queue's", async () => {
    const listening = () =>
      queryRows<{ name: string }>(
        "test.listening",
        `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (query LIKE 'LISTEN %' OR application_name LIKE 'patchbay copy%')`,
        [],
      );
    await vi.waitFor(
      async () => expect(await listening()).toEqual([{ name: expect.stringMatching(/^patchbay copy/) as string }]),
      within,
    );
  });
});

describe("keys", () => {
  it("the newest of those that wait replaces the others; one that runs is followed by the next", async () => {
    await enqueue(db, SLOW, { n: 1 }, { key: "a" });
    await vi.waitFor(() => expect(hanging).toHaveLength(1), within);
    for (const n of [2, 3, 4]) await enqueue(db, SLOW, { n }, { key: "a" });
    await enqueue(db, DELIVER, { n: 5 });
    await vi.waitFor(() => expect(ofDone(DELIVER)).toContain(5), within);
    // The class has free workers, and the waiting job is due: it waits for the job with its key.
    expect([ofDone(SLOW), hanging.length]).toEqual([[], 1]);
    hanging.splice(0).forEach((end) => end());
    await vi.waitFor(() => expect(hanging).toHaveLength(1), within);
    hanging.splice(0).forEach((end) => end());
    await vi.waitFor(() => expect(ofDone(SLOW)).toEqual([1, 4]), within);
    await vi.waitFor(async () => expect(await rowsOfKind(SLOW)).toEqual([]), within);
  });

  it("all of one key are done where that is asked for: one at a time, in the order of their times", async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    await db.$transaction(async (tx) => {
      for (const n of [...numbers].reverse())
        await enqueue(tx, LINED, { n }, { key: "b", keep: "all", runAt: { inSeconds: (n - 20) / 10 } });
    });
    await vi.waitFor(() => expect(ofDone(LINED)).toEqual(numbers), within);
    expect(mostAtOnce).toBe(1);
  });

  it("jobs of one key and of different kinds have nothing to do with each other", async () => {
    await enqueue(db, TIMED, { n: 100 }, { key: "c", runAt: { inSeconds: 3600 } });
    await enqueue(db, DELIVER, { n: 6 }, { key: "c" });
    await vi.waitFor(() => expect(ofDone(DELIVER)).toContain(6), within);
    expect(await rowsOfKind(TIMED)).toHaveLength(1);
  });
});

describe("times", () => {
  it("are those of the database, whatever the clock of this machine says", async () => {
    const back = moveClock(86_400_000);
    try {
      await enqueue(db, TIMED, { n: 1 }, { runAt: { inSeconds: 3600 } });
      await enqueue(db, TIMED, { n: 2 }, { runAt: { inSeconds: 0.3 } });
      const [row] = await queryRows<{ at: Date }>("test.soon", "SELECT now() + interval '0.3 seconds' AS at", []);
      await enqueue(db, TIMED, { n: 3 }, row ? { runAt: row.at } : {});
      await vi.waitFor(() => expect([...ofDone(TIMED)].sort()).toEqual([2, 3]), within);
      expect(Math.max(...(await rowsOfKind(TIMED)).map(({ wait }) => wait))).toBeGreaterThan(3000);
    } finally {
      back();
    }
  });

  it("a new time replaces that of the job that waits", async () => {
    await enqueue(db, TIMED, { n: 7 }, { key: "d", runAt: { inSeconds: 3600 } });
    await enqueue(db, TIMED, { n: 8 }, { key: "d" });
    await vi.waitFor(() => expect(ofDone(TIMED)).toContain(8), within);
    expect(ofDone(TIMED)).not.toContain(7);
  });

  it("a job is not written when its transaction is not", async () => {
    const failed = db.$transaction(async (tx) => {
      await enqueue(tx, DELIVER, { n: 9 });
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    await enqueue(db, DELIVER, { n: 10 });
    await vi.waitFor(() => expect(ofDone(DELIVER)).toContain(10), within);
    expect(ofDone(DELIVER)).not.toContain(9);
  });
});

describe("attempts", () => {
  it("follow the pauses of the kind, and end after them; what is given up is deleted after a month", async () => {
    await enqueue(db, FAIL, { n: 1 });
    await vi.waitFor(
      async () =>
        expect(await rowsOfKind(FAIL)).toMatchObject([
          { attempts: 3, max: 3, is_available: false, last_error: "not today" },
        ]),
      within,
    );
    expect(ofDone(FAIL)).toEqual([1, 1, 1]);
    await pruneGivenUpJobs();
    expect(await rowsOfKind(FAIL)).toHaveLength(1);
    await queryRows("test.age", "UPDATE graphile_worker._private_jobs SET run_at = now() - interval '31 days'", []);
    await pruneGivenUpJobs();
    expect(await rowsOfKind(FAIL)).toEqual([]);
  });

  it("wait as long as the pause says, by the database's clock", async () => {
    await enqueue(db, FAIL_SLOWLY, { n: 1 });
    await vi.waitFor(async () => {
      const [row] = await rowsOfKind(FAIL_SLOWLY);
      expect(row).toMatchObject({ attempts: 1, max: 2, is_available: true });
      expect(row?.wait).toBeGreaterThan(3000);
    }, within);
    expect(ofDone(FAIL_SLOWLY)).toEqual([1]);
  });

  it("are as many as the job asks for", async () => {
    await enqueue(db, FAIL, { n: 2 }, { attempts: 1 });
    await vi.waitFor(
      async () => expect(await rowsOfKind(FAIL)).toMatchObject([{ attempts: 1, is_available: false }]),
      within,
    );
  });
});
