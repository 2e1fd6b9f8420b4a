// Temporary folders of runs, such as test runs. The next run removes the folder of a killed run.
import { chmodSync, closeSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { takeLock } from "../start/file-lock.mjs";

const LOCK = "run.lock";

/**
 * Removes the folder of a run that has ended, so that no process holds its lock. A folder without a lock is still being
 * made.
 */
function removeLeft(folder) {
  const file = path.join(folder, LOCK);
  if (!existsSync(file)) return;
  try {
    const { state, fd } = takeLock(file);
    if (state === "held") rmSync(folder, { recursive: true, force: true });
    if (fd !== undefined) closeSync(fd);
  } catch {
    // The folder belongs to another user.
  }
}

/** A file system in memory, if the machine has it. */
const MEMORY = "/dev/shm";
/** The type of such a file system (`man 2 statfs`). */
const TMPFS = 0x01021994;
/** More than the tests were seen to use. Containers often have 64 MB there. */
const ROOM_BYTES = 8 * 1024 ** 3;

function hasRoomInMemory() {
  if (process.platform !== "linux" || !existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === MEMORY);
  const isUsable = mount !== undefined && !/\b(ro|noexec)\b/.test(mount.split(" ")[3] ?? "");
  return type === TMPFS && isUsable && Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
}

/**
 * The folder for data of tests: in memory if there is room, else that of temporary files. PostgreSQL creates a thousand
 * files for each database, which can take half a second on a disk and takes 30 ms in memory.
 */
export const findFastFolder = () => (hasRoomInMemory() ? MEMORY : tmpdir());

/**
 * Makes a folder for this process, and removes folders of the same kind that killed processes left.
 * @param {string} prefix the kind, such as `patchbay-test-run-`
 * @param {string} parent
 * @returns {string} its path; the lock on it ends with the process
 */
export function makeRunFolder(prefix, parent = tmpdir()) {
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeLeft(path.join(parent, name));
  const folder = mkdtempSync(path.join(parent, prefix));
  takeLock(path.join(folder, LOCK));
  return folder;
}

/**
 * Puts the temporary files of this process and its children into a folder of the run. Inside of the folder of another
 * run there is nothing to do: a path can be too long for a socket.
 * @param {string} prefix
 * @returns {() => void} removes the folder with all that the run left in it
 */
export function useRunFolder(prefix) {
  if (existsSync(path.join(tmpdir(), LOCK))) return () => {};
  const folder = makeRunFolder(prefix);
  // Databases and sandboxes run as other users, who have to traverse it.
  chmodSync(folder, 0o711);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  return () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}
