/** Jobs of processes that are gone: given back, and only those. */
import { spawn, type ChildProcess } from "node:child_process";
import { once as event } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { sweepTimes } from "./watch-workers";
import { db } from "./db";
import { enqueue, startQueue } from "../jobs/queue";
import { queryRows } from "@/test/setup/query-rows";
import { testProgram } from "@/test/setup/test-program";

/** Of the class, in one copy. */
const WORKERS = 4;
const HANG = { name: "test.hang", work: "providers" } as const;
const children: ChildProcess[] = [];
const done: number[] = [];

/** A second copy that works for ever at these jobs, one for each of its workers. */
async function copyAtWork(jobs: number[]): Promise<ChildProcess> {
  for (const n of jobs) await enqueue(db, HANG, { n }, { key: `hang ${n}` });
  const child = spawn(process.execPath, [testProgram("test/children/hanging-worker-child.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let count = 0;
  for await (const _line of createInterface({ input: child.stdout })) if (++count === jobs.length) break;
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await event(child, "exit");
}

const count = async (name: string, from: string): Promise<number> =>
  (await queryRows<{ n: number }>(name, `SELECT count(*)::int AS n FROM ${from}`, []))[0]?.n ?? -1;
const locked = () => count("test.locked", "graphile_worker.jobs WHERE locked_by IS NOT NULL");
const alive = () => count("test.alive", "pg_locks WHERE locktype = 'advisory' AND classid = 8271002 AND granted");

const within = { timeout: 30_000, interval: 50 };

beforeAll(() => {
  Object.assign(sweepTimes(), { sweep: 50, gone: 500 });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

it("those of a process that was killed are done by another one; those of a living one stay its own", async () => {
  const [ones, others] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  const living = await copyAtWork(ones);
  const killed = await copyAtWork(others);
  await vi.waitFor(async () => expect([await locked(), await alive()]).toEqual([8, 2 * WORKERS]), within);
  await kill(killed);
  await startQueue([
    {
      kind: HANG,
      run: (payload) => {
        done.push((payload as { n: number }).n);
        return Promise.resolve();
      },
    },
  ]);
  await vi.waitFor(() => expect([...done].sort()).toEqual(others), within);
  // A job's row is unlocked a moment after its work is done.
  await vi.waitFor(async () => expect([await locked(), await alive()]).toEqual([4, 2 * WORKERS]), within);

  // The living one loses its connections, as by a restart of the database, and is back before it counts as gone.
  // Another one does not come back: it is waited for as well.
  Object.assign(sweepTimes(), { gone: 20_000 });
  await enqueue(db, { name: "test.away", work: "providers" }, {});
  await queryRows(
    "test.lock",
    "UPDATE graphile_worker._private_jobs SET locked_by = 'worker-away', locked_at = now() WHERE locked_by IS NULL",
    [],
  );
  await queryRows(
    "test.cut",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'patchbay copy%' AND datname = current_database()",
    [],
  );
  await vi.waitFor(async () => expect(await alive()).toBe(2 * WORKERS), within);
  for (let looks = 0; looks < 10; looks++) await new Promise((resolve) => setTimeout(resolve, sweepTimes().sweep));
  expect([...done].sort()).toEqual(others);
  expect(await locked()).toBe(5);

  Object.assign(sweepTimes(), { gone: 500 });
  await kill(living);
  await vi.waitFor(() => expect([...done].sort()).toEqual([...ones, ...others]), within);
  await vi.waitFor(async () => expect(await locked()).toBe(0), within);
});
