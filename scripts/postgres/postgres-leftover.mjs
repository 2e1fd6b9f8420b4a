// The PostgreSQL that an earlier start left behind: waits for it, ends it with growing force, and takes its cluster
// over.
import { closeSync, existsSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { takeLock } from "../start/file-lock.mjs";

/**
 * What is done, one after the other, to a PostgreSQL whose owner is dead, and how long each may take. It was told to
 * end when its owner died, so the first is to wait. "Killed" is every process of it, anything else its first one.
 */
const MEASURES = [
  { ms: 2_000 },
  {
    signal: "SIGTERM",
    ms: 3_000,
    line: (pid) => `A PostgreSQL of an earlier start (process ${pid}) still runs; stopping it.`,
  },
  { signal: "SIGINT", ms: 10_000, line: () => "It does not end; closing its connections." },
  {
    signal: "SIGQUIT",
    ms: 15_000,
    line: () => "It does not end in order; ending it at once, after which the next one recovers from its log.",
  },
  { signal: "SIGKILL", ms: 15_000, line: () => "It does not answer; killing it." },
];
const PAUSE_MS = 100;

/**
 * The processes of a cluster that can be seen from here. They stand in its folder, under whichever name it is mounted.
 */
function processesOf(cluster) {
  if (process.platform !== "linux" || !existsSync(cluster)) return [];
  const folder = statSync(cluster);
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !/\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))) return [];
      const { dev, ino } = statSync(`/proc/${pid}/cwd`);
      if (dev !== folder.dev || ino !== folder.ino) return [];
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return state === "Z" ? [] : [{ pid: Number(pid), parent: Number(parent) }];
    } catch {
      // Ended meanwhile, or of another user.
      return [];
    }
  });
}

/** Whether a server listens there: a socket of a dead one refuses. */
const answers = (socket) =>
  new Promise((resolve) => {
    const probe = connect(socket)
      .once("connect", () => {
        probe.destroy();
        resolve(true);
      })
      .once("error", () => resolve(false));
  });

/**
 * The lock on the cluster when nothing of an earlier server lives, else who does. The server and all its processes hold
 * the lock; the other two tell of one that an older version started, or where nothing can be locked.
 */
async function look({ cluster, lockFile, socket }) {
  const found = processesOf(cluster);
  if (found.length > 0) return { found };
  const lock = takeLock(lockFile);
  if (lock.state === "busy") return { found };
  if (!socket || !(await answers(socket))) return { lock, found };
  closeSync(lock.fd);
  return { found };
}

/** The server itself, which ends its other processes; what is left of one that was killed, each. */
function firstOf(found) {
  const pids = new Set(found.map(({ pid }) => pid));
  return found.filter(({ parent }) => !pids.has(parent));
}

function signalAll(found, signal) {
  for (const { pid } of signal === "SIGKILL" ? found : firstOf(found)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

async function lookUntil(places, deadline, signal) {
  for (;;) {
    signal?.throwIfAborted();
    const seen = await look(places);
    if (seen.lock || Date.now() > deadline) return seen;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * PostgreSQL refuses to start while a lock file of its own names a living process, and after a container's restart any
 * process may have that number.
 */
function removeOwnLockFiles({ cluster, socket }) {
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
  if (socket) rmSync(`${socket}.lock`, { force: true });
}

/**
 * Takes a cluster whose owner is known to be dead; a PostgreSQL that still runs on it is ended.
 * @param {{ cluster: string, lockFile: string, socket?: string }} places
 * @param {{ say: (line: string) => void, signal?: AbortSignal, waits?: number[] }} told `waits`: the patience with each
 *   measure
 * @returns {Promise<number>} the opened lock file, to be given to the new server and closed here
 * @throws {Error} where it lives out of reach, or outlives everything
 */
export async function takeCluster(places, { say, signal, waits = MEASURES.map(({ ms }) => ms) }) {
  let seen;
  for (const [i, { signal: force, line }] of MEASURES.entries()) {
    if (force && seen.found.length > 0) {
      say(line(firstOf(seen.found)[0].pid));
      signalAll(seen.found, force);
    }
    seen = await lookUntil(places, Date.now() + waits[i], signal);
    if (!seen.lock) continue;
    removeOwnLockFiles(places);
    return seen.lock.fd;
  }
  const who =
    seen.found.length > 0 ? `process ${firstOf(seen.found)[0].pid}` : "in another container or on another machine";
  throw new Error(`A PostgreSQL (${who}) still uses ${places.cluster}. Stop it and start again.`);
}
