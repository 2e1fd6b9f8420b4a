/**
 * Ctrl-C while `npm start` sets up: each phase ends everything that it started, and the next start continues from
 * there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRoot } from "./paths.mjs";
import { freePort } from "./postgres/postgres.mjs";

let project: string;
const toPath = (...parts: string[]): string => path.join(project, ...parts);

/**
 * Replaces npm, the catalog and Next, whose work takes minutes. If the file `hang` names the phase, the script notes
 * that the phase was reached and hangs, together with a process that it started and that shares no pipe with any other.
 */
const PHASE = `
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
export async function phase(root, name) {
  const how = existsSync(root + "/hang") ? readFileSync(root + "/hang", "utf8") : "";
  if (!how.startsWith(name)) return;
  const deaf = how.endsWith("deaf") ? 'process.on("SIGTERM", () => {});' : "";
  spawn(process.execPath, ["-e", deaf + "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  if (deaf) process.on("SIGTERM", () => {});
  writeFileSync(root + "/reached", name);
  await new Promise(() => setInterval(() => {}, 1000));
}`;

/** Links the real packages; if it is interrupted, one of them is incomplete. */
const NPM = `
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { phase } from "./phase.mjs";
const [, script, command] = process.argv;
if (command === "config") {
  console.log(JSON.stringify({ registry: "http://127.0.0.1:1" }));
  process.exit();
}
const root = process.cwd();
mkdirSync(root + "/node_modules/half", { recursive: true });
writeFileSync(root + "/node_modules/half/unpacked-by-" + process.pid, "");
await phase(script.slice(0, script.lastIndexOf("/")), "npm");
for (const name of readdirSync(process.env.REAL_MODULES))
  if (!["next", "prisma", "vitest", ".bin"].includes(name))
    symlinkSync(process.env.REAL_MODULES + "/" + name, root + "/node_modules/" + name);
mkdirSync(root + "/node_modules/next/dist/bin", { recursive: true });
writeFileSync(
  root + "/node_modules/next/dist/bin/next",
  "import(process.cwd() + '/phase.mjs').then(({ phase }) => phase(process.cwd(), 'pages'))",
);
mkdirSync(root + "/node_modules/prisma/build", { recursive: true });
writeFileSync(
  root + "/node_modules/prisma/build/index.js",
  "import(process.cwd() + '/phase.mjs').then(({ phase }) => phase(process.cwd(), 'client'))",
);
`;

/** A compiled catalog that no database has, so that each start loads it. */
const NEW_CATALOG = `
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist/catalog", { recursive: true });
writeFileSync("dist/catalog/catalog.json", JSON.stringify({ hash: "new" }));`;

/** Bundles the settings only, as nothing here starts the server. */
const BUNDLE = `
import { writeFileSync } from "node:fs";
const [entry, target] = process.argv.slice(2);
process.argv[1] = process.argv[1].replace(/bundle\\.mjs$/, "bundle-settings.mjs");
if (entry.startsWith("lib/kernel")) await import("./bundle-settings.mjs");
else writeFileSync(target, "");`;

/** Nothing here starts a browser. */
const EDITOR = `
import { mkdirSync } from "node:fs";
mkdirSync(process.argv[2], { recursive: true });
process.stdout.write("0123");`;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "patchbay-start-test-"));
  const isScript = (file: string) => file.endsWith(".mjs") || statSync(file).isDirectory();
  cpSync(inRoot("scripts"), toPath("scripts"), { recursive: true, filter: isScript });
  for (const name of ["lib", "prisma"]) symlinkSync(inRoot(name), toPath(name));
  for (const name of ["package.json", "package-lock.json", "tsconfig.json"]) cpSync(inRoot(name), toPath(name));
  mkdirSync(toPath("toolkits"));
  writeFileSync(toPath("phase.mjs"), PHASE);
  writeFileSync(toPath("npm-cli.js"), `import("./npm.mjs");`);
  writeFileSync(toPath("npm.mjs"), NPM);
  writeFileSync(toPath("scripts/catalog.mjs"), NEW_CATALOG);
  writeFileSync(
    toPath("scripts/catalog/load.mjs"),
    `import { phase } from "../../phase.mjs"; import { root } from "../paths.mjs"; await phase(root, "catalog");`,
  );
  cpSync(toPath("scripts/build/bundle.mjs"), toPath("scripts/build/bundle-settings.mjs"));
  writeFileSync(toPath("scripts/build/bundle.mjs"), BUNDLE);
  writeFileSync(toPath("scripts/build/bundle-editor.mjs"), EDITOR);
});
afterAll(() => {
  for (const { pid } of leftOver()) process.kill(pid, "SIGKILL");
  rmSync(project, { recursive: true, force: true });
});

/** Every process that works for this project, recognized by its environment, its arguments or its working directory. */
function leftOver(): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      if (/\) Z /.test(readFileSync(`/proc/${name}/stat`, "utf8"))) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const processTexts = [command, readFileSync(`/proc/${name}/environ`, "utf8"), readlinkSync(`/proc/${name}/cwd`)];
      return processTexts.some((text) => text.includes(project)) ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

type Start = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

async function start(hang: string, extra: Record<string, string | undefined> = {}): Promise<Start> {
  rmSync(toPath("reached"), { force: true });
  writeFileSync(toPath("hang"), hang);
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [toPath("scripts/start.mjs")], {
    cwd: project,
    // In a separate process group, as a shell starts it: Ctrl-C goes to the whole group.
    detached: true,
    env: {
      ...env,
      npm_execpath: toPath("npm-cli.js"),
      REAL_MODULES: inRoot("node_modules"),
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

const controlC = ({ child }: Start): boolean => process.kill(-(child.pid ?? 0), "SIGINT");

/** Waits for the condition, or for the end of the start, whichever comes first. */
async function reach(started: Start, what: () => boolean): Promise<void> {
  let over = false;
  void started.ended.then(() => {
    over = true;
  });
  while (!what()) {
    if (over) throw new Error(`The start ended before:\n${started.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const reached = (name: string) => () =>
  existsSync(toPath("reached")) && readFileSync(toPath("reached"), "utf8") === name;

/**
 * The phases in the order of a start: each start must get past the phase in which the previous start was interrupted.
 */
const PHASES: [what: string, hang: string, until: (start: Start) => boolean][] = [
  ["npm installs", "npm", reached("npm")],
  ["the database client is generated", "client", reached("client")],
  ["PostgreSQL's data folder is made", "catalog", () => existsSync(toPath("data/postgres-unfinished"))],
  ["PostgreSQL starts", "catalog", () => existsSync(toPath("data/postgres/postmaster.pid"))],
  ["the catalog is compiled", "catalog", reached("catalog")],
  ["the pages are built", "pages", reached("pages")],
];

it.each(PHASES)("Ctrl-C while %s ends everything with exit code 130", async (_, hang, until) => {
  const started = await start(hang);
  await reach(started, () => until(started));
  controlC(started);
  expect(await started.ended, started.output()).toBe(130);
  expect(leftOver()).toEqual([]);
  expect(started.output()).toContain("Stopped before it was ready. The next start goes on from here.");
});

it("an installation that was cut off began anew, as npm takes half a package for a whole one", () => {
  expect(readdirSync(toPath(".cache"))).not.toContain("packages-unfinished");
  expect(readdirSync(toPath("node_modules/half"))).toHaveLength(1);
});

it("a second Ctrl-C kills what does not want to end", async () => {
  const started = await start("catalog deaf");
  await reach(started, reached("catalog"));
  controlC(started);
  await reach(started, () => started.output().includes("Stopping (SIGINT)"));
  // One key press can arrive twice: in `npm start`, npm also forwards the signal that the terminal has sent.
  controlC(started);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(started.child.exitCode).toBeNull();
  controlC(started);
  expect(await started.ended, started.output()).toBe(130);
  await expect.poll(leftOver, { timeout: 30_000 }).toEqual([]);
});

it.each([
  ["says that", {}, true],
  ["does not say that with a bucket", { PATCHBAY_S3_BUCKET: "files" }, false],
])("on a database of the operator's own it %s files stay on this machine", async (_, extra, says) => {
  const started = await start("catalog", { DATABASE_URL: process.env.DATABASE_URL, ...extra });
  await reach(started, reached("catalog"));
  controlC(started);
  expect(await started.ended).toBe(130);
  expect(started.output().includes("set PATCHBAY_S3_BUCKET to run more than one")).toBe(says);
  expect(leftOver()).toEqual([]);
});
