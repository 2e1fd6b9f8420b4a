// The PostgreSQL that an earlier start left running: waits for it, ends it with increasing force, and takes over its
// cluster.
import { closeSync, existsSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { takeLock } from "../start/file-lock.mjs";
import { psProcesses } from "../start/processes.mjs";

/**
 * The steps, one after the other, to end a PostgreSQL whose owner is dead, each with its time limit. It received a
 * signal to end when its owner died, so the first step is to wait. SIGKILL goes to all its processes, any other signal
 * only to the first.
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
 * The processes of a cluster that are visible from here. Their working directory is its folder, whatever name it is
 * mounted under.
 */
function processesOf(cluster) {
  if (!existsSync(cluster)) return [];
  if (process.platform !== "linux") return psProcessesOf(cluster);
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
      // The process has ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

/**
 * The same without /proc: the process that the cluster's own lock file names, if it is a PostgreSQL, and those that it
 * has started. Processes of a server that was killed are not found; they end on their own.
 */
export function psProcessesOf(cluster) {
  const file = path.join(cluster, "postmaster.pid");
  const server = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  const processes = psProcesses().filter(({ pid, parent }) => pid === server || parent === server);
  const isServer = ({ pid, program }) => pid === server && path.basename(program).startsWith("postgres");
  return server > 1 && processes.some(isServer) ? processes.map(({ pid, parent }) => ({ pid, parent })) : [];
}

/** Whether a server listens on the socket: the socket of a dead server refuses connections. */
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
 * The lock on the cluster if no earlier server is alive, else the processes that are. The server and all its processes
 * hold the lock; the other two checks detect a server of an older version, or on a disk without locks.
 */
async function look({ cluster, lockFile, socket }) {
  const processes = processesOf(cluster);
  if (processes.length > 0) return { found: processes };
  const lock = takeLock(lockFile);
  if (lock.state === "busy") return { found: processes };
  if (!socket || !(await answers(socket))) return { lock, found: processes };
  closeSync(lock.fd);
  return { found: processes };
}

/** The server itself, which ends its other processes; or each remaining process of a server that was killed. */
function firstOf(processes) {
  const pids = new Set(processes.map(({ pid }) => pid));
  return processes.filter(({ parent }) => !pids.has(parent));
}

function signalAll(processes, signal) {
  for (const { pid } of signal === "SIGKILL" ? processes : firstOf(processes)) {
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
    const state = await look(places);
    if (state.lock || Date.now() > deadline) return state;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * PostgreSQL refuses to start while its own lock file names a living process. After a container's restart, any process
 * can have that number.
 */
function removeOwnLockFiles({ cluster, socket }) {
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
  if (socket) rmSync(`${socket}.lock`, { force: true });
}

/**
 * Takes a cluster whose owner is known to be dead, and ends a PostgreSQL that still runs on it.
 * @param {{ cluster: string, lockFile: string, socket?: string }} places
 * @param {{ say: (line: string) => void, signal?: AbortSignal, waits?: number[] }} options `waits`: the time limit of
 *   each step in milliseconds
 * @returns {Promise<number>} the opened lock file: pass it to the new server and close it here
 * @throws {Error} if the server is out of reach, or survives every step
 */
export async function takeCluster(places, { say, signal, waits = MEASURES.map(({ ms }) => ms) }) {
  let state;
  for (const [i, { signal: force, line }] of MEASURES.entries()) {
    if (force && state.found.length > 0) {
      say(line(firstOf(state.found)[0].pid));
      signalAll(state.found, force);
    }
    state = await lookUntil(places, Date.now() + waits[i], signal);
    if (!state.lock) continue;
    removeOwnLockFiles(places);
    return state.lock.fd;
  }
  const who =
    state.found.length > 0 ? `process ${firstOf(state.found)[0].pid}` : "in another container or on another machine";
  throw new Error(`A PostgreSQL (${who}) still uses ${places.cluster}. Stop it and start again.`);
}
