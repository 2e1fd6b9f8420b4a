// The stage of the story: a folder of another user, in which the release is installed and its commands run.
import { spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { npmCommand } from "../../start/npm-command.mjs";

const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
export const folder = mkdtempSync(path.join(tmpdir(), "patchbay-release-"));
const prefix = path.join(folder, "programs");
const program = path.join(prefix, "bin", "patchbay");
const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: path.join(folder, "share"), TMPDIR: folder };
/** The data folder that commands use without `--data`. */
export const standardDataDir = path.join(folder, "share", "patchbay");
const times = [];
const running = new Set();

function giveToUser(...paths) {
  for (const place of paths) if (asRoot) chownSync(place, NOBODY, NOBODY);
}

/** Does the work, and notes how long it took. */
export async function timed(name, work) {
  const since = performance.now();
  const result = await work();
  times.push(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
  return result;
}

/** Notes lines between the times. */
export const note = (...lines) => void times.push(...lines);
export const printTimes = () => console.log(times.join("\n"));

/** A folder of the other user's. */
export function makeFolder(name) {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  giveToUser(place);
  return place;
}

/** A file that only the other user reads. */
export function writePrivately(file, text) {
  writeFileSync(file, text, { mode: 0o600 });
  giveToUser(file);
  return file;
}

/** A copy of one of the project's files, which the other user may not be able to reach where it is. */
export function copyToStage(file) {
  const copy = path.join(folder, path.basename(file));
  cpSync(file, copy);
  giveToUser(copy);
  return copy;
}

/** Runs a program to its end as the other user, and returns what it wrote to standard output. */
function run(command, args) {
  const child = spawn(command, args, { ...user, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let problems = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (problems += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}\n${problems}`)),
    );
  });
}

/** Runs a command of the installed release, and returns the JSON that it printed. */
export const patchbay = async (...args) => JSON.parse(await run(program, [...args, "--json"]));

/**
 * Runs `patchbay start`.
 * @returns {{ output: () => string, hasEnded: () => boolean, exit: Promise<void> }}
 */
export function spawnServer(args) {
  const options = { ...user, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(program, ["start", ...args], options);
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  const exit = new Promise((resolve) => child.once("close", resolve)).then(() => void running.delete(child));
  return { output: () => output, hasEnded: () => child.exitCode !== null || child.signalCode !== null, exit };
}

/** Installs the archive; afterwards its files belong to root, and the other user can only read them. */
export async function install(archive) {
  chmodSync(folder, 0o711);
  const copy = path.join(folder, "release.tgz");
  cpSync(archive, copy);
  for (const place of ["", "share", "share/patchbay"]) makeFolder(place);
  giveToUser(copy);
  const [npm, ...args] = npmCommand();
  const options = ["--prefix", prefix, "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await timed("install", () => run(npm, [...args, "install", "--global", copy, ...options]));
  if (!asRoot) return;
  for (const name of ["", ...readdirSync(prefix, { recursive: true })]) {
    const place = path.join(prefix, name);
    if (!place.startsWith(path.join(prefix, "bin"))) chownSync(place, 0, 0);
  }
}

/** Ends every server that still runs, and deletes the folder. */
export function clear() {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
