/**
 * `npm start` when an operator stops it and when a part fails: a replacement for the server, the real start command and
 * the real PostgreSQL.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";

let project: string;
const toPath = (...parts: string[]): string => path.join(project, ...parts);

/**
 * Replaces the server: writes a row once a second, records the rows it has written, and drains for two seconds. It
 * waits for its database as the pool does.
 */
const SERVER = `
import { appendFileSync } from "node:fs";
import pg from "pg";
const root = process.cwd();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function write(what) {
  const until = Date.now() + 2000;
  for (;;) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("CREATE TABLE IF NOT EXISTS written (what text)");
      await client.query("INSERT INTO written VALUES ($1)", [what]);
      return appendFileSync(root + "/written", what + "\\n");
    } catch (error) {
      if (Date.now() > until) return appendFileSync(root + "/lost", what + " " + error.message + "\\n");
      await wait(25);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
let stopping;
const stop = () => (stopping ??= (async () => {
  await wait(1500);
  await write("the last row");
  process.exit(0);
})());
process.on("SIGINT", () => {});
process.on("SIGTERM", stop);
process.on("message", stop);
process.on("disconnect", () => process.exit(1));
await write("begun");
process.send({ ready: [] });
while (!stopping) { await write("while it runs"); await wait(100); }
`;
const BUILD = `
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
const [entry, target] = process.argv.slice(2);
if (entry.startsWith("lib/kernel"))
  process.exit(spawnSync(process.execPath, ["scripts/build/build-settings.mjs", entry, target], { stdio: "inherit" }).status);
mkdirSync("dist", { recursive: true });
writeFileSync(target, "");
`;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "patchbay-operate-"));
  const isScript = (file: string) => file.endsWith(".mjs") || statSync(file).isDirectory();
  cpSync(inRoot("scripts"), toPath("scripts"), { recursive: true, filter: isScript });
  for (const name of ["lib", "prisma", "node_modules"]) symlinkSync(inRoot(name), toPath(name));
  for (const name of ["package.json", "package-lock.json", "tsconfig.json"]) cpSync(inRoot(name), toPath(name));
  mkdirSync(toPath("toolkits"));
  cpSync(toPath("scripts/build/bundle.mjs"), toPath("scripts/build/build-settings.mjs"));
  writeFileSync(toPath("scripts/build/bundle.mjs"), BUILD);
  writeFileSync(toPath("scripts/start/server-process.mjs"), SERVER);
  writeFileSync(
    toPath("scripts/catalog.mjs"),
    `import { mkdirSync, writeFileSync } from "node:fs"; mkdirSync("dist/catalog", { recursive: true });
    writeFileSync("dist/catalog/catalog.json", "{}");`,
  );
  writeFileSync(toPath("scripts/start/install-packages.mjs"), "export const installAppPackages = async () => false;");
  writeFileSync(toPath("nothing.mjs"), "");
  writeFileSync(
    toPath("scripts/build/prisma-cli.mjs"),
    `import { inRoot } from "../paths.mjs"; export const prismaCli = inRoot("nothing.mjs"); export const prismaEnv = {};`,
  );
  const setUp = readFileSync(toPath("scripts/start/set-up.mjs"), "utf8");
  writeFileSync(
    toPath("scripts/start/set-up.mjs"),
    setUp.replace(/export function buildPages[^]*?\n\}\n/, "export const buildPages = () => false;\n"),
  );
});
afterEach(() => {
  for (const pid of processes()) process.kill(pid, "SIGKILL");
  for (const name of ["written", "lost"]) rmSync(toPath(name), { force: true });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Every process of the started product, recognized by its arguments, its environment or its working directory. */
function processes(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      if (/\) Z /.test(readFileSync(`/proc/${name}/stat`, "utf8"))) return [];
      const facts = [readFileSync(`/proc/${name}/cmdline`, "utf8"), readlinkSync(`/proc/${name}/cwd`)];
      return facts.some((text) => text.includes(project)) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

type Start = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

async function start(command: string[], extra: Record<string, string | undefined> = {}): Promise<Start> {
  const { DATABASE_URL: _, npm_lifecycle_event: _event, ...env } = process.env;
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: project,
    detached: true,
    env: {
      ...env,
      PATCHBAY_DATA_DIR: toPath("data"),
      PORT: String(await freePort()),
      NODE_ENV: "production",
      PATCHBAY_LOG_FORMAT: "text",
      ...extra,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  return { child, output: () => text, ended: new Promise((resolve) => child.once("close", resolve)) };
}

const soon = { timeout: 60_000, interval: 50 };
/** Waits until the product runs; throws with its output if it ends first. */
async function running(run: Start): Promise<void> {
  const earlyEnd = run.ended.then(() => {
    throw new Error(`The start ended before:\n${run.output()}`);
  });
  earlyEnd.catch(() => undefined);
  await Promise.race([earlyEnd, expect.poll(run.output, soon).toContain("Patchbay is running")]);
}
const readWrittenRows = () => (existsSync(toPath("written")) ? readFileSync(toPath("written"), "utf8") : "");
const readLostRows = () => (existsSync(toPath("lost")) ? readFileSync(toPath("lost"), "utf8") : "");
const SUPERVISOR = [process.execPath, "scripts/start.mjs"];
const postmaster = () => Number(readFileSync(toPath("data/postgres/postmaster.pid"), "utf8").split("\n")[0]);

it.each<[string, string[], (run: Start) => void]>([
  ["the supervisor alone", SUPERVISOR, ({ child }) => void child.kill("SIGTERM")],
  ["npm, whose shell hands nothing on", ["npm", "start"], ({ child }) => void child.kill("SIGTERM")],
  [
    "every process of it, as an init system sends it",
    SUPERVISOR,
    () => {
      for (const pid of processes())
        try {
          process.kill(pid, "SIGTERM");
        } catch {
          // The process already ended together with a previous process.
        }
    },
  ],
])(
  "SIGTERM to %s lets the server drain, and its last row is stored",
  async (_, command, signal) => {
    const run = await start(command, { npm_config_script_shell: "/bin/sh" });
    await running(run);
    signal(run);
    await expect.poll(processes, { timeout: 30_000, interval: 100 }).toEqual([]);
    expect(readLostRows(), run.output()).toBe("");
    expect(readWrittenRows().trimEnd().split("\n").at(-1), run.output()).toBe("the last row");
  },
  120_000,
);

it("starts PostgreSQL again when it is killed, and the server goes on with it", async () => {
  const run = await start(SUPERVISOR);
  await running(run);
  for (let times = 1; times <= 2; times++) {
    const before = postmaster();
    process.kill(before, "SIGKILL");
    await expect.poll(() => run.output().split("PostgreSQL runs again.").length - 1, soon).toBe(times);
    expect(postmaster()).not.toBe(before);
  }
  const rows = readWrittenRows().length;
  await expect.poll(() => readWrittenRows().length, soon).toBeGreaterThan(rows);
  run.child.kill("SIGTERM");
  expect(await run.ended, run.output()).toBe(0);
  expect(processes()).toEqual([]);
}, 120_000);

it("writes every line as JSON where nobody looks at a terminal", async () => {
  const run = await start(SUPERVISOR, { PATCHBAY_LOG_FORMAT: undefined });
  await running(run);
  run.child.kill("SIGTERM");
  await run.ended;
  const lines = run.output().trimEnd().split("\n");
  const messages = lines.map((line) => JSON.parse(line) as Record<string, string>);
  for (const { level, time = "", part, msg } of messages) {
    expect(["info", "error"]).toContain(level);
    expect(new Date(time).toISOString()).toBe(time);
    expect([part, msg?.trim()]).toEqual(["start", msg]);
  }
  expect(messages.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Patchbay is running at http/),
      "Stopping (SIGTERM) ...",
      "Stopped.",
    ]),
  );
}, 120_000);
