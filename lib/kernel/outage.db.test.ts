/** Callers' view of a database that restarts, is killed or hangs; on this file's own PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startOwnDatabase, type OwnDatabase } from "@/test/servers/own-database";
import { readHealth } from "@/lib/health/health";
import { db, pool } from "./database/db";
import { DatabaseUnavailable } from "./database/db-errors";
import { newId } from "./ids";
import { enqueue, isQueueRunning, startQueue } from "./jobs/queue";
import { queryRows } from "@/test/setup/query-rows";
import { PATIENT } from "@/test/setup/patience";

let database: OwnDatabase;
beforeAll(async () => {
  database = await startOwnDatabase();
});
afterAll(async () => {
  const { runStops } = await import("./process/lifecycle");
  await runStops(() => undefined);
  await database.stop();
});

const ping = () => queryRows<{ one: number }>("test.one", "SELECT 1 AS one", []);
const untilUp = () => vi.waitFor(ping, { timeout: 30_000, interval: 50 });
const health = () =>
  readHealth(async () => ({ toolkits: 1, tools: 1, version: "1" }), {
    status: "checking",
    problems: [],
    notes: [],
    limits: null,
  });

describe("connections that are cut", () => {
  it("pass unnoticed by reads and by transactions that have not begun", async () => {
    await Promise.all(Array.from({ length: 10 }, ping));
    for (let round = 0; round < 5; round++) {
      await database.takeAway("terminated");
      const reads = Array.from({ length: 20 }, () => (round % 2 ? ping() : db.project.count()));
      const transactions = Array.from({ length: 5 }, () => db.$transaction((tx) => tx.project.count()));
      await expect(Promise.all([...reads, ...transactions])).resolves.toHaveLength(25);
    }
  });

  it("are called so by a transaction that was open: nothing of it is done, and its caller may begin again", async () => {
    const id = newId("organization");
    const cut = db.$transaction(async (tx) => {
      await tx.organization.create({ data: { id, name: "cut" } });
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await database.query("SELECT pg_terminate_backend($1)", [row?.pid]);
      await tx.organization.count();
    });
    await expect(cut).rejects.toMatchObject({ name: "DatabaseUnavailable", done: "nothing" });
    expect(await db.organization.findUnique({ where: { id } })).toBeNull();
  });

  it("leave a write that was under way unknown, and never repeat it", async () => {
    await pool().query("CREATE TABLE IF NOT EXISTS tried (n serial)");
    const write = pool().query("INSERT INTO tried SELECT 1 FROM pg_sleep(30)");
    const findProblem = async () => {
      const { rows } = await pool().query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE 'INSERT INTO tried%' AND state = 'active'",
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.pid;
    };
    const failed = expect(write).rejects.toMatchObject({ name: "DatabaseUnavailable", done: "unknown" });
    await pool().query("SELECT pg_terminate_backend($1)", [await vi.waitFor(findProblem, PATIENT)]);
    await failed;
    expect((await pool().query("SELECT count(*)::int AS count FROM tried")).rows).toEqual([{ count: 0 }]);
  });
});

describe("a database that is away", () => {
  it("gives every caller one kind of error, and is used again by itself", async () => {
    const bringBack = await database.takeAway("restart");
    const results = await Promise.allSettled([ping(), db.project.count(), db.$transaction((tx) => tx.project.count())]);
    for (const result of results)
      expect(result).toMatchObject({ status: "rejected", reason: { name: "DatabaseUnavailable", done: "nothing" } });
    expect(await health()).toMatchObject({ status: "degraded", database: "unreachable" });
    await bringBack();
    await untilUp();
    expect(await health()).toMatchObject({ status: "ok", database: "ok" });
  });

  it("is waited for by callers who come when it is about to return", async () => {
    const bringBack = await database.takeAway("restart");
    await expect(ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    const waiting = (async () => {
      for (;;) {
        const result = await ping().catch((error: unknown) => error);
        if (!(result instanceof DatabaseUnavailable)) return result;
      }
    })();
    await bringBack();
    expect(await waiting).toEqual([{ one: 1 }]);
  });

  it("is found away when it hangs with open connections, and used again when it goes on", async () => {
    await Promise.all(Array.from({ length: 10 }, ping));
    const thaw = await database.takeAway("frozen");
    try {
      const results = await Promise.allSettled([health(), ping(), db.$transaction((tx) => tx.project.count())]);
      expect(results[0]).toMatchObject({ status: "fulfilled", value: { status: "degraded" } });
      for (const result of results.slice(1))
        expect(result).toMatchObject({ status: "rejected", reason: { name: "DatabaseUnavailable", done: "nothing" } });
      // Found: from now on nobody waits for an answer of a connection.
      expect(await health()).toMatchObject({ status: "degraded" });
    } finally {
      await thaw();
    }
    await untilUp();
    expect(await health()).toMatchObject({ status: "ok" });
  });
});

describe("statements that a database holds when it freezes", () => {
  it("are given up as soon as it is found away where they only read; a write keeps its time and is unknown", async () => {
    await pool().query("CREATE TABLE IF NOT EXISTS held (n serial)");
    const order: string[] = [];
    const ending = (name: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        order.push(name);
        return error;
      });
    const connections = [
      ending("write", pool().query("INSERT INTO held SELECT 1 FROM pg_sleep(20)")),
      ending("read", pool().query("SELECT pg_sleep(20)")),
    ];
    const under = async () =>
      expect((await pool().query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).rowCount).toBe(2);
    await vi.waitFor(under, PATIENT);
    const thaw = await database.takeAway("frozen");
    try {
      expect(await Promise.all(connections)).toMatchObject([{ done: "unknown" }, { done: "nothing" }]);
      expect(order).toEqual(["read", "write"]);
    } finally {
      await thaw();
    }
    await untilUp();
  });
});

describe("the queue", () => {
  const JOB = { name: "test.job", work: "providers" } as const;

  it("outlives a database that is killed, and does each job that was accepted", async () => {
    const done: number[] = [];
    await startQueue([
      {
        kind: JOB,
        match: "* * * * *",
        run: async (payload) => {
          const { n } = payload as { n: number };
          await pool().query("SELECT 1");
          done.push(n);
        },
      },
      { kind: { name: "test.other", work: "cleaning" }, match: "* * * * *", run: () => Promise.resolve() },
    ]);
    expect(isQueueRunning()).toBe(true);
    const accepted: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let n = round * 10; n < round * 10 + 10; n++)
        await enqueue(db, JOB, { n }).then(
          () => accepted.push(n),
          () => undefined,
        );
      await (await database.takeAway("killed"))();
      await untilUp();
    }
    await vi.waitFor(
      () => expect([...new Set(done)].filter((n) => accepted.includes(n)).sort()).toEqual([...accepted].sort()),
      {
        timeout: 50_000,
        interval: 200,
      },
    );
  });
});
