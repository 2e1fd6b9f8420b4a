// The cost of processes: CPU time and memory, read from /proc (Linux).
import { readFileSync, readdirSync } from "node:fs";

/** USER_HZ: the kernel reports times to programs in hundredths of a second. */
const TICKS_A_SECOND = 100;

const statOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return null;
  }
};

/** Milliseconds of CPU that the processes used so far, those of children they waited for included. */
export const cpuMs = (pids) =>
  pids.reduce((sum, pid) => {
    const stat = statOf(pid);
    return stat
      ? sum + [11, 12, 13, 14].reduce((ticks, index) => ticks + Number(stat[index]), 0) * (1000 / TICKS_A_SECOND)
      : sum;
  }, 0);

/** The processes that the process started, and those which they started. */
export function descendants(pid) {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.[1] === String(pid))
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const RUNNER = "/usr/bin/python3\0/opt/workbench/runner.py\0";

/** The processes of sandboxes that a server has started, without what code in them has started. */
export const sandboxesOf = (pid) => descendants(pid).filter((child) => commandOf(child).startsWith(RUNNER));

/**
 * How many sandboxes can run a cell: each has its first program and, once it is ready, the interpreter forked from it.
 */
export const sandboxesReady = (pid) => Math.floor(sandboxesOf(pid).length / 2);

/**
 * The first process of the server among those that `npm start` keeps (itself, before it kept one), all of them, and the
 * database's: all others. With several, `npm start` hands their connections out, so it counts as one of the server's.
 */
export function partsOf(startPid) {
  const below = descendants(startPid);
  const servers = below.filter((pid) => commandOf(pid).includes("server-process.mjs"));
  const database = below.filter((pid) => !servers.includes(pid));
  if (servers.length === 0) return { server: startPid, servers: [startPid], database };
  return { server: servers[0], servers: servers.length > 1 ? [...servers, startPid] : servers, database };
}

/** The database's processes among those that `npm start` keeps. */
export const postgresOf = (startPid) =>
  descendants(startPid).filter((pid) => /(^|\/)postgres[\0:]/.test(commandOf(pid)));

/** Whether the process is there and has not ended. */
export const isRunning = (pid) => ![undefined, "Z", "X"].includes(statOf(pid)?.[0]);

const kilobytes = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);

/** Megabytes of memory: `rss` of one process. */
export const rssMb = (pid) => kilobytes(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") / 1024;

/** Megabytes of several processes with shared pages counted once (proportional set size). */
export const pssMb = (pids) =>
  pids.reduce((sum, pid) => {
    try {
      return sum + kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"), "Pss") / 1024;
    } catch {
      return sum;
    }
  }, 0);
