/** One data folder has one owner: across containers, after kill -9, and if a PostgreSQL does not end. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLocked } from "../start/file-lock.mjs";
import { inRoot } from "../paths.mjs";
import { endServer, startPostgres } from "./postgres.mjs";
import { claimDataFolder, findRuntime, releaseDataFolder } from "../start/runtime-file.mjs";

/**
 * Runs a program as in a container: with its own process ids, where an id from outside is unknown or another process.
 */
const CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
const canContain = spawnSync("unshare", [...CONTAINER.slice(1), "true"], { stdio: "ignore" }).status === 0;

let folder: string;
const children = new Set<ChildProcess>();
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "patchbay-owner-test-"));
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const query = async (connectionString: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Whether a process is alive. A zombie (ended, but its exit code was not collected) is not. */
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");

const imports = ["postgres/database", "postgres/postgres", "postgres/postgres-leftover", "start/runtime-file"]
  .map((file) => [path.basename(file).replace("-", "_"), JSON.stringify(inRoot(`scripts/${file}.mjs`))])
  .map(([name, file]) => `import * as ${name} from ${file};`)
  .join("\n");

/** Runs a program in a separate process; `say(value)` in it sends a value here. */
function run(body: string, container = false) {
  const program = `${imports}\nconst say = (value) => console.log(JSON.stringify(value));\n${body}`;
  const [command = "", ...args] = [
    ...(container ? CONTAINER : []),
    process.execPath,
    "--input-type=module",
    "-e",
    program,
  ];
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(command, args, { cwd: inRoot(), env, stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  const messages: unknown[] = [];
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n").filter(Boolean)) messages.push(JSON.parse(line));
    for (const wake of waiting.splice(0)) wake();
  });
  const completion = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void completion.then(() => children.delete(child));
  const next = async <T>(): Promise<T> => {
    while (messages.length === 0)
      await Promise.race([
        new Promise<void>((resolve) => waiting.push(resolve)),
        completion.then(() => {
          if (messages.length === 0) throw new Error("The program ended without a word.");
        }),
      ]);
    return messages.shift() as T;
  };
  return { child, next, ended: completion };
}

/** Owns the folder as \`npm start\` does, until it is killed. */
const owner = (dataDir: string): string => `
  runtime_file.claimDataFolder(${JSON.stringify(dataDir)});
  const running = await postgres.startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
  runtime_file.describeRuntime(${JSON.stringify(dataDir)}, { url: running.url(), publicUrl: "http://localhost:3000" });
  say({ url: running.url(), pid: process.pid, postgres: running.pid });
  setInterval(() => {}, 1000);`;

describe.skipIf(!canContain)("two containers on one data folder", () => {
  it("the second is refused with a sentence, takes nothing from the first, and goes on when the first was killed", async () => {
    const dataDir = path.join(folder, "shared");
    const first = run(owner(dataDir), true);
    const { url, pid } = await first.next<{ url: string; pid: number }>();
    expect(pid).toBe(1);
    await query(url, "CREATE TABLE kept AS SELECT 7 AS n");
    const before = readFileSync(path.join(dataDir, "runtime.json"), "utf8");

    const second = run(
      `
      const attempt = (work) => Promise.resolve().then(work).then(() => "went through", (error) => error.message);
      const dataDir = ${JSON.stringify(dataDir)};
      say(await attempt(() => runtime_file.claimDataFolder(dataDir)));
      say(await attempt(() => postgres.startPostgres({ dataDir })));
      say(runtime_file.findRuntime(dataDir)?.url ?? null);
      say(await attempt(() => database.withDatabase(async (url) => say(url), { dataDir })));`,
      true,
    );
    const sentence =
      /^Patchbay already runs on the data folder .* \(in another container .* at http:\/\/localhost:3000\)/;
    expect(await second.next()).toMatch(sentence);
    expect(await second.next()).toMatch(sentence);
    expect(await second.next()).toBe(url);
    expect(await second.next()).toBe(url);
    expect(await second.next()).toBe("went through");
    await second.ended;
    expect(readFileSync(path.join(dataDir, "runtime.json"), "utf8")).toBe(before);
    expect(await query(url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);

    first.child.kill("SIGKILL");
    await first.ended;
    const third = run(owner(dataDir), true);
    const { url: again } = await third.next<{ url: string }>();
    expect(await query(again, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    third.child.kill("SIGKILL");
    await third.ended;
  });

  it("a PostgreSQL that holds no lock, as older versions started it, is not joined by a second one while it answers", async () => {
    const dataDir = path.join(folder, "older");
    const older = run(owner(dataDir), true);
    const { url } = await older.next<{ url: string }>();
    // Simulates the files of the older version: no lock files, and a process id that here belongs to another process.
    for (const name of ["lock", "postgres.lock", "runtime.json"]) rmSync(path.join(dataDir, name));
    const second = run(
      `say(await postgres.startPostgres({ dataDir: ${JSON.stringify(dataDir)}, waits: [0, 0, 0, 0, 0] ` +
        `}).then(() => "", (error) => error.message));`,
      true,
    );
    expect(await second.next()).toMatch(
      /^A PostgreSQL \(in another container .*\) still uses .*older\/postgres\. Stop it/,
    );
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(true);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    older.child.kill("SIGKILL");
    await older.ended;
  });
});

describe("the lock of a data folder", () => {
  it("is free again after kill -9 of its owner, whatever stands in the runtime file", async () => {
    const dataDir = path.join(folder, "killed");
    const first = run(
      `runtime_file.claimDataFolder(${JSON.stringify(dataDir)}); say(process.pid); setInterval(() => {}, 1000);`,
    );
    const pid = await first.next<number>();
    expect(() => claimDataFolder(dataDir)).toThrow(`(process ${pid})`);
    expect(findRuntime(dataDir)?.pid).toBe(pid);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(findRuntime(dataDir)).toBeNull();
    expect(claimDataFolder(dataDir)).toBe(true);
    expect(findRuntime(dataDir)?.pid).toBe(process.pid);
    releaseDataFolder(dataDir);
    expect(findRuntime(dataDir)).toBeNull();
  });

  it("goes to one of many that want it at the same moment", async () => {
    const dataDir = path.join(folder, "many");
    const all = Array.from({ length: 4 }, () =>
      run(`
        try { runtime_file.claimDataFolder(${JSON.stringify(dataDir)}); say("mine"); }
        catch (error) { say(error.constructor.name); }
        setInterval(() => {}, 1000);`),
    );
    const answers = await Promise.all(all.map(({ next }) => next<string>()));
    expect(answers.sort()).toEqual(["DataFolderInUse", "DataFolderInUse", "DataFolderInUse", "mine"]);
    for (const { child } of all) child.kill("SIGKILL");
    await Promise.all(all.map(({ ended: completion }) => completion));
  });
});

describe("a PostgreSQL that outlives its owner", () => {
  /** The last wait is for the kernel; the others are short, so that every step is taken. */
  const waits = [100, 100, 100, 20_000, 20_000];

  it.each([
    ["hangs while it shuts down", "checkpointer", /ending it at once/],
    ["does not answer any signal", "server", /killing it/],
  ])("%s: is ended with growing force, each step is told, and no row is lost", async (_, frozen, last) => {
    const dataDir = path.join(folder, frozen);
    const first = run(owner(dataDir));
    const { url, postgres } = await first.next<{ url: string; postgres: number }>();
    await query(url, "CREATE TABLE kept AS SELECT 7 AS n");
    const [row] = await query(url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
    process.kill(frozen === "server" ? postgres : Number(row?.pid), "SIGSTOP");
    first.child.kill("SIGKILL");
    await first.ended;
    const lines: string[] = [];
    const again = await startPostgres({
      dataDir,
      waits: frozen === "server" ? [100, 100, 100, 100, 20_000] : waits,
      say: (line: string) => lines.push(line),
    });
    expect(lines[0]).toBe(`A PostgreSQL of an earlier start (process ${postgres}) still runs; stopping it.`);
    expect(lines.at(-1)).toMatch(last);
    expect(isAlive(postgres)).toBe(false);
    expect(await query(again.url(), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await again.stop();
  });

  it("is not waited for without an end by its owner either: what does not end in order is ended", async () => {
    const deaf =
      `for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {}); console.log("up"); ` +
      "setInterval(() => {}, 1000);";
    const child = spawn(process.execPath, ["-e", deaf], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    await endServer(child, exited, [
      ["SIGINT", 100],
      ["SIGQUIT", 100],
      ["SIGKILL", 30_000],
    ]);
    expect(child.signalCode).toBe("SIGKILL");
  });

  it("is told from a dead one by the lock that all of its processes hold", async () => {
    const dataDir = path.join(folder, "locked");
    const lock = path.join(dataDir, "postgres.lock");
    const running = await startPostgres({ dataDir, durable: false });
    expect(isLocked(lock)).toBe(true);
    await running.stop();
    expect(isLocked(lock)).toBe(false);
  });

  it("a process that runs one already does not take it for a leftover", async () => {
    const dataDir = path.join(folder, "twice");
    const running = await startPostgres({ dataDir });
    await expect(startPostgres({ dataDir, durable: false })).rejects.toThrow("already runs PostgreSQL on");
    expect(await query(running.url(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await running.stop();
  });
});
