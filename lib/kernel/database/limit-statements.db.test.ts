/** No statement goes on for ever, and no transaction takes a second connection. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "./db";
import type { DatabasePool } from "./database-pool";
import { makePool } from "./pools";
import { newId } from "../ids";
import { queryRows } from "@/test/setup/query-rows";

const TOO_SLOW = { name: "DatabaseTimeout", waitedFor: "answer", done: "nothing" };
const LOCKED = { name: "DatabaseTimeout", waitedFor: "lock", done: "nothing" };

describe("statements", () => {
  let quick: DatabasePool;
  let unlocked: DatabasePool;
  beforeAll(() => {
    quick = makePool("test", { max: 1, limits: { statementMs: 1_000, lockMs: 1_000 } });
    unlocked = makePool("test", { max: 1, limits: { statementMs: 60_000, lockMs: 50 } });
  });
  afterAll(() => Promise.all([quick.stop(), unlocked.stop()]));

  it("are ended when they take longer than their kind of work may, and the connection continues", async () => {
    await expect(quick.query("SELECT pg_sleep(60)")).rejects.toMatchObject(TOO_SLOW);
    expect((await quick.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  it("are ended when they wait too long for a lock, with a separate error", async () => {
    const holder = await pool().connect();
    try {
      await holder.query("BEGIN");
      await holder.query("LOCK TABLE category IN ACCESS EXCLUSIVE MODE");
      await expect(unlocked.query("SELECT count(*) FROM category")).rejects.toMatchObject(LOCKED);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });

  it("have limits on every connection for requests", async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        pool().query<Record<string, string>>(
          `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle, pg_sleep(0.01)::text`,
        ),
      ),
    );
    for (const { rows } of all) expect(rows[0]).toMatchObject({ statement: "10s", lock: "5s", idle: "3min" });
  });

  it("have the same messages through Prisma", async () => {
    const slow = db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 100`;
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(60)`;
    });
    await expect(slow).rejects.toMatchObject(TOO_SLOW);
    const id = newId("organization");
    await db.organization.create({ data: { id, name: "locked" } });
    const holder = await pool().connect();
    try {
      await holder.query("BEGIN");
      await holder.query("UPDATE organization SET name = 'held' WHERE id = $1", [id]);
      const waiting = db.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL lock_timeout = 50`;
        await tx.organization.update({ where: { id }, data: { name: "waits" } });
      });
      await expect(waiting).rejects.toMatchObject(LOCKED);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });
});

describe("transactions", () => {
  it("are rolled back if they take too long as a whole, with the same error", async () => {
    const id = newId("organization");
    const slow = db.$transaction(
      async (tx) => {
        await tx.organization.create({ data: { id, name: "slow" } });
        await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.3)`;
        await tx.organization.count();
      },
      { timeout: 100 },
    );
    await expect(slow).rejects.toMatchObject(TOO_SLOW);
    expect(await db.organization.findUnique({ where: { id } })).toBeNull();
  });

  it("are refused a second connection, which could deadlock them under load", async () => {
    const past = /used past the transaction that is open/;
    await expect(db.$transaction(async () => void (await db.project.count()))).rejects.toThrow(past);
    await expect(db.$transaction(() => queryRows("test.one", "SELECT 1 AS one", []))).rejects.toThrow(past);
    await expect(db.$transaction(async () => void (await pool().connect()))).rejects.toThrow(past);
    await expect(db.$transaction(() => db.$transaction((tx) => tx.project.count()))).rejects.toThrow(past);
    expect(await db.$transaction((tx) => tx.project.count())).toBeTypeOf("number");
    expect(await db.project.count()).toBeTypeOf("number");
  });

  it("let the work that they did not wait for use the database afterwards", async () => {
    let later: Promise<unknown> | undefined;
    let go = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      go = resolve;
    });
    await db.$transaction(async (tx) => {
      await tx.project.count();
      later = end.then(() => db.project.count());
    });
    go();
    expect(await later).toBeTypeOf("number");
  });
});
