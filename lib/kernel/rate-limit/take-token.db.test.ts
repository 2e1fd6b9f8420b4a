/** Rate limits in one process and in several. */
import { fork, type ChildProcess } from "node:child_process";
import { beforeAll, expect, it, vi } from "vitest";
import { pool } from "../database/db";
import { holdWindows } from "@/test/setup/hold-windows";
import { pruneRateLimits, returnToken, takeToken } from "./take-token";
import { testProgram } from "@/test/setup/test-program";

beforeAll(holdWindows);

let count = 0;
const limitOf = (requests: number, seconds = 3600) => ({ subject: `test:${++count}`, requests, seconds });
const allowedOf = async (limit: ReturnType<typeof limitOf>, tries: number) =>
  (await Promise.all(Array.from({ length: tries }, () => takeToken(limit)))).filter(({ allowed }) => allowed).length;

it("lets exactly as many requests through as the limit says, at once and one after the other", async () => {
  expect(await allowedOf(limitOf(7), 50)).toBe(7);
  expect(await allowedOf(limitOf(500), 600)).toBe(500);
  const limit = limitOf(3);
  const answers = [];
  for (let time = 0; time < 5; time++) answers.push(await takeToken(limit));
  expect(answers.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
    [false, 0],
  ]);
  expect(answers[3]).toMatchObject({ limit: 3, windowSeconds: 3600 });
  expect(answers[3]?.resetSeconds).toBeGreaterThan(0);
});

it("begins anew with the next window", async () => {
  const limit = limitOf(2, 3600);
  expect(await allowedOf(limit, 5)).toBe(2);
  // The table's row of a window that is over, as another process finds it.
  const next = { ...limit, subject: `${limit.subject} next` };
  await pool().query(
    `INSERT INTO rate_limit_bucket (subject, window_start, used, granted)
    SELECT $2, window_start, used, granted FROM rate_limit_bucket WHERE subject = $1`,
    [limit.subject, next.subject],
  );
  await pool().query(
    "UPDATE rate_limit_bucket SET window_start = window_start - interval '1 hour' WHERE subject = $1",
    [next.subject],
  );
  expect(await allowedOf(next, 5)).toBe(2);
});

it("counts subjects apart, and asks the database far less often than it counts", async () => {
  const limit = limitOf(100_000);
  const calls = async () =>
    Number(
      (
        await pool().query<{ calls: string }>("SELECT used AS calls FROM rate_limit_bucket WHERE subject = $1", [
          limit.subject,
        ])
      ).rows[0]?.calls ?? 0,
    );
  let blocks = 0;
  let before = -1;
  for (let time = 0; time < 2000; time++) {
    await takeToken(limit);
    if (time % 100 === 0 && (await calls()) !== before) {
      blocks++;
      before = await calls();
    }
  }
  expect(before).toBeGreaterThan(1900);
  expect(blocks).toBeLessThan(16);
  expect(await allowedOf(limitOf(1), 2)).toBe(1);
});

it("gives unused requests of a block back after a second, and a refused one at once", async () => {
  const limit = limitOf(10_000);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await allowedOf(limit, 700);
  const countUsed = async () =>
    (await pool().query<{ used: number }>("SELECT used FROM rate_limit_bucket WHERE subject = $1", [limit.subject]))
      .rows[0]?.used;
  expect(await countUsed()).toBeGreaterThan(700);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await expect.poll(countUsed).toBe(700);
  const small = limitOf(1);
  await takeToken(small);
  returnToken(small);
  expect((await takeToken(small)).allowed).toBe(true);
});

it.each([100, 1000])(
  "lets %s requests through from two processes together, not one more and not one less",
  async (requests) => {
    const subject = `test:shared:${requests}`;
    const file = testProgram("test/children/rate-limit-child.ts");
    const lineOf = (child: ChildProcess) =>
      new Promise<unknown>((resolve, reject) => {
        child.once("message", resolve).once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
      });
    const children = [1, 2].map(() =>
      fork(file, [subject, String(requests), String(requests)], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    );
    await Promise.all(children.map(lineOf));
    const lines = Promise.all(children.map(lineOf));
    for (const child of children) child.send("go");
    const [firstCount, two] = (await lines) as [number, number];
    expect(firstCount + two).toBe(requests);
  },
);

it("forgets counts of windows that are over", async () => {
  await takeToken(limitOf(5));
  await pool().query("UPDATE rate_limit_bucket SET window_start = now() - interval '3 days'");
  expect(await pruneRateLimits()).toBeGreaterThan(0);
});
