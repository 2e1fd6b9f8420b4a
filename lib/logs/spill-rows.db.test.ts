/** A process that is stopped while the database is away loses no row of the log, and each row is recorded once. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { activeKeyId } from "@/lib/kernel/process/vault";
import { type OwnDatabase, startOwnDatabase } from "@/test/servers/own-database";
import { findSpilledRowKeyIds, spillRows } from "./spill-rows";
import { testProgram } from "@/test/setup/test-program";

const CHILD = testProgram("test/children/log-child.ts");
const ROWS = Math.min(10_000, Number(process.env.PATCHBAY_SOAK_ROWS ?? 500));
/** One of ten is of a project that is deleted before the next start. */
const LIVING = ROWS - Math.floor(ROWS / 10);

let database: OwnDatabase;
const children = new Set<ChildProcess>();
beforeAll(async () => void (database = await startOwnDatabase()));
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.stop();
});

const folder = (): string => path.join(env().dataDir, "unstored-log");
const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);

/** A copy of the app on the data folder, which has recorded what it found there. */
async function startCopy(numbers = "0-0"): Promise<ChildProcess> {
  const child = fork(CHILD, [numbers], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  await once(child, "message");
  return child;
}

/** Lets the copy record its numbers. Returns how many rows wait then. */
async function record(child: ChildProcess): Promise<number> {
  const reply = once(child, "message") as Promise<[{ waiting: number }]>;
  child.send("record");
  return (await reply)[0].waiting;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.send("end");
  await exited;
}

/** A copy of the app that finds files, records no rows of its own and ends. */
async function restart(): Promise<void> {
  const child = await startCopy();
  await record(child);
  await end(child);
}

async function counts(): Promise<{ rows: number; counted: number }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ rows: number; counted: number }>(
    "SELECT (SELECT count(*)::int FROM tool_log) AS rows, (SELECT sum(total)::int FROM usage_counter) AS counted",
  );
  await client.end();
  return rows[0] ?? { rows: 0, counted: 0 };
}

it("rows that wait at the stop are sealed in the data folder, and recorded once by the next start", async () => {
  const child = await startCopy(`0-${ROWS}`);
  const bringBack = await database.takeAway("killed");
  expect(await record(child)).toBe(ROWS);
  await end(child);

  expect(files()).toHaveLength(Math.ceil(ROWS / 200));
  for (const name of files()) {
    expect(readFileSync(path.join(folder(), name), "utf8")).not.toMatch(/of-the-answer|log_1/);
    expect(statSync(path.join(folder(), name)).mode & 0o077).toBe(0);
  }
  expect(await findSpilledRowKeyIds()).toEqual([activeKeyId()]);
  const copies = path.join(env().dataDir, "copies");
  cpSync(folder(), copies, { recursive: true });

  await bringBack();
  await restart();
  expect(files()).toEqual([]);
  expect(await counts()).toEqual({ rows: LIVING, counted: LIVING });

  // As if the process had been killed after the write and before the removal of the files.
  cpSync(copies, folder(), { recursive: true });
  await restart();
  expect(files()).toEqual([]);
  expect(await counts()).toEqual({ rows: LIVING, counted: LIVING });
});

it("a damaged file, and one under another's name, are left where they are and hold up nothing", async () => {
  const copies = path.join(env().dataDir, "copies");
  const [name = ""] = readdirSync(copies);
  mkdirSync(folder(), { recursive: true });
  writeFileSync(path.join(folder(), "damaged.json"), '{"sealed":');
  cpSync(path.join(copies, name), path.join(folder(), "moved.json"));
  await restart();
  expect(files().sort()).toEqual(["damaged.json", "moved.json"]);
  rmSync(folder(), { recursive: true });
});

it("a folder that is full takes no more, and the stop ends all the same", async () => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(path.join(folder(), "full.json"), "");
  truncateSync(path.join(folder(), "full.json"), 256 * 1024 * 1024);
  await spillRows([{ id: "log_x", sealed: '{"project_id":"proj_a"}' }]);
  expect(files()).toEqual(["full.json"]);
  rmSync(folder(), { recursive: true });
});
