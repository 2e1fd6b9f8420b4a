// The owner of a data folder is the process that holds the lock on `<data>/lock`. `<data>/runtime.json` contains its
// process id, and the address of its database for other commands.
import { closeSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isLocked, takeLock } from "./file-lock.mjs";
import { bornAt } from "./processes.mjs";

const fileOf = (dataDir) => path.join(dataDir, "runtime.json");
const lockOf = (dataDir) => path.join(dataDir, "lock");

/** How many times to try the lock: a process that only checks the lock also holds it for a moment. */
const TRIES = 5;
const PAUSE_MS = 100;

/** The data folders that this process holds: folder -> {fd, locked, times}. */
const locksByFolder = new Map();

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Process ids are valid only inside one container: the owner in another container is never found here. */
export const isHere = (runtime) => isAlive(runtime.pid) && bornAt(runtime.pid) === runtime.born;

function readRuntime(dataDir) {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
  } catch {
    return null;
  }
}

/**
 * The running owner of a data folder, in any container; null if the folder has no owner or its process has ended.
 * @returns {{ pid: number, born: string, url?: string, port?: number, publicUrl?: string } | null}
 */
export function findRuntime(dataDir) {
  const runtime = readRuntime(dataDir);
  if (!runtime) return null;
  if (isHere(runtime)) return runtime;
  // This process's own lock proves nothing about a file that another process wrote earlier.
  return !locksByFolder.has(path.resolve(dataDir)) && isLocked(lockOf(dataDir)) ? runtime : null;
}

function describeOwner(runtime) {
  if (!runtime) return "";
  const where = runtime.publicUrl ? ` at ${runtime.publicUrl}` : "";
  return isHere(runtime)
    ? ` (process ${runtime.pid}${where})`
    : ` (in another container or on another machine${where})`;
}

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  constructor(dataDir, runtime) {
    super(
      `Patchbay already runs on the data folder ${dataDir}${describeOwner(runtime)}. Stop it first, or set PATCHBAY_DATA_DIR and PORT to run a second one: each needs a folder of its own.`,
    );
  }
}

/** Makes a folder and those above it that are missing. */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const parent = path.dirname(folder);
    if (error.code !== "ENOENT" || parent === folder) throw error;
    // On a read-only disk the recursive call reports a missing folder. A call for a single folder reports the disk.
    makeFolder(parent);
    mkdirSync(folder, { mode: 0o700 });
  }
}

function lockFolder(dataDir) {
  makeFolder(dataDir);
  for (let attempt = 1; ; attempt++) {
    const { state, fd } = takeLock(lockOf(dataDir));
    if (state !== "busy") return { fd, locked: state === "held", times: 0 };
    if (attempt === TRIES) throw new DataFolderInUse(dataDir, readRuntime(dataDir));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/**
 * Holds the data folder's lock for this process, which can hold it more than once.
 * @returns {() => void} releases it
 * @throws {DataFolderInUse} if another living process holds it
 */
export function holdDataFolder(dataDir) {
  const folder = path.resolve(dataDir);
  const lock = locksByFolder.get(folder) ?? lockFolder(folder);
  locksByFolder.set(folder, lock);
  lock.times++;
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    if (--lock.times > 0) return;
    locksByFolder.delete(folder);
    closeSync(lock.fd);
  };
}

/** The release functions of the claimed folders. */
const claims = new Map();

/**
 * Takes the data folder for this process and writes its runtime file.
 * @returns {boolean} whether the kernel keeps all other processes out; false if this machine cannot lock
 * @throws {DataFolderInUse} if a living process has it
 */
export function claimDataFolder(dataDir) {
  const folder = path.resolve(dataDir);
  const release = holdDataFolder(folder);
  // The owner can be a process without a lock: an older version, or one on a machine without locks.
  const owner = readRuntime(dataDir);
  if (owner && owner.pid !== process.pid && isHere(owner)) {
    release();
    throw new DataFolderInUse(dataDir, owner);
  }
  describeRuntime(dataDir, {});
  claims.get(folder)?.();
  claims.set(folder, release);
  return locksByFolder.get(folder).locked;
}

/** Adds the facts that other commands need ({url, port, publicUrl}) to this process's claim. */
export function describeRuntime(dataDir, facts) {
  const next = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(next, JSON.stringify({ pid: process.pid, born: bornAt(process.pid), ...facts }), { mode: 0o600 });
  renameSync(next, fileOf(dataDir));
}

/** Releases the data folder. */
export function releaseDataFolder(dataDir) {
  const folder = path.resolve(dataDir);
  const release = claims.get(folder);
  if (!release) return;
  claims.delete(folder);
  rmSync(fileOf(dataDir), { force: true });
  release();
}
