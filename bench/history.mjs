// The history of the benchmarks: what runs measured, on which machine and at which load, one line a run in
// bench/history.jsonl, and a picture of it in bench/history.svg.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { inRoot } from "../scripts/paths.mjs";
import { describeChange, isNotable, isWorse } from "./change.mjs";
import { drawHistory } from "./draw-history.mjs";

const FILE = "bench/history.jsonl";
const PICTURE = "bench/history.svg";
const YARDSTICK = "bare forwarder";
const CONNECTIONS = 16;

const round = (value) => Number(value.toPrecision(3));

/** How much was measured, which is no figure. */
const AMOUNTS = ["events", "calls", "requests", "asked"];

/** All figures within a value, by their paths. A list of measurements has them by the rate that each was asked for. */
function numbersIn(value, name) {
  if (typeof value === "number") return Number.isFinite(value) ? [[name, round(value)]] : [];
  if (Array.isArray(value))
    return value.flatMap((member) => (member?.asked ? numbersIn(member, `${name} at ${member.asked}`) : []));
  if (value === null || typeof value !== "object") return [];
  const members = Object.entries(value).filter(([key]) => !AMOUNTS.includes(key));
  return members.flatMap(([key, member]) => numbersIn(member, `${name} ${key}`));
}

/** The rows of calls. The machine changes their CPU as a multiple of the bare forwarder's least. */
function figuresOfRows(rows) {
  const busy = rows.filter(({ connections }) => connections === CONNECTIONS);
  const bare = busy.find(({ name }) => name === YARDSTICK)?.cpuMs.server;
  return busy
    .filter(({ name, cpuMs }) => name !== YARDSTICK && cpuMs.server > 0)
    .flatMap(({ name, cpuMs, perSecond, p50Ms }) => [
      ...(bare ? [[`${name}, times the bare forwarder`, round(cpuMs.server / bare)]] : []),
      [`${name} cpuMs server`, round(cpuMs.server)],
      [`${name} cpuMs database`, round(cpuMs.database)],
      [`${name} perSecond`, round(perSecond)],
      [`${name} p50Ms`, round(p50Ms)],
    ]);
}

/**
 * The figures of a run by name.
 * @param {object} result of `npm run bench`, as in bench/last.json
 * @returns {Record<string, number>}
 */
export function figuresOf(result) {
  const { rows = [], sessions = [], mcp = [], ...rest } = result;
  for (const name of ["at", "node", "stages"]) delete rest[name];
  const ratios = [...sessions, ...mcp].map(({ name, cpu }) => [`${name}, times a tool execute`, round(cpu)]);
  return Object.fromEntries([
    ...figuresOfRows(rows),
    ...ratios,
    ...Object.entries(rest).flatMap(([name, value]) => numbersIn(value, name)),
  ]);
}

/**
 * The figures that differ by more than 5 %.
 * @param {{ figures: Record<string, number> }} before
 * @param {{ figures: Record<string, number> }} after
 * @returns {{ name: string, before: number, after: number, change: number, isWorse: boolean }[]} `change`: 0.1 is 10 %
 *   more
 */
export function changesBetween(before, after) {
  return Object.entries(after.figures).flatMap(([name, value]) => {
    const previous = before.figures[name];
    if (!previous) return [];
    const change = value / previous - 1;
    const worse = isWorse(name, change);
    return isNotable(change) ? [{ name, before: previous, after: value, change: round(change), isWorse: worse }] : [];
  });
}

function readRun(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** The runs of the file, the oldest first. A line that was cut off, by a full disk or a kill, is left out. */
export const readRuns = (text) => text.split("\n").flatMap(readRun);

/** Whether runs are of one machine and have the same options. */
const isComparable = (run) => (other) =>
  JSON.stringify([run.machine, run.options]) === JSON.stringify([other.machine, other.options]);

const git = (...args) => execFileSync("git", args, { cwd: inRoot("."), encoding: "utf8" }).trim();

/** The commit that was measured, with a sign if files were changed since; null outside a repository. */
function findCommit() {
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") ? "+" : ""}`;
  } catch {
    return null;
  }
}

const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
});

/** The facts before a run: its commit, its options, and the load of the machine, which the run itself raises. */
export const beginRun = (options) => ({
  commit: findCommit(),
  machine: describeMachine(),
  options,
  load: round(loadavg()[0]),
});

function printChanges(before, after) {
  if (!before) return console.log("\nThis is the first saved run on this machine with these options.");
  const changes = changesBetween(before, after);
  console.log(`\nSince the run of ${before.time.slice(0, 10)} (${before.commit}), changes over 5 %: ${changes.length}`);
  for (const { name, before: from, after: to, change, isWorse: worse } of changes)
    console.log(`${worse ? "!" : " "} ${name}: ${from} -> ${to} (${describeChange(change)})`);
}

/**
 * Appends a run to the history, draws the comparable runs, and prints what changed since the last of them.
 * @param {object} beginning of `beginRun`
 * @param {object} result of `npm run bench`
 */
export function saveRun(beginning, result) {
  const run = { time: result.at, ...beginning, figures: figuresOf(result) };
  const earlier = existsSync(inRoot(FILE)) ? readRuns(readFileSync(inRoot(FILE), "utf8")) : [];
  appendFileSync(inRoot(FILE), `${JSON.stringify(run)}\n`);
  const comparable = earlier.filter(isComparable(run));
  printChanges(comparable.at(-1), run);
  writeFileSync(inRoot(PICTURE), drawHistory([...comparable, run]));
}
