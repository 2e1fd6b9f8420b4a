// A lock that the kernel holds on a file. It ends with the processes that have the file open, however they end. Every
// container on the machine can see it (over NFS other machines too), although a process id means nothing there.
import { spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";

/** Opens and locks in one step: O_EXLOCK if the system has it, and libuv's equivalent flag on Windows. */
const EXCLUSIVE_OPEN = { darwin: 0x20, freebsd: 0x20, openbsd: 0x20, win32: 0x10000000 }[process.platform];
/** O_SHLOCK: processes that only check the lock do not mistake each other for an owner. */
const SHARED_OPEN = { darwin: 0x10, freebsd: 0x10, openbsd: 0x10 }[process.platform] ?? EXCLUSIVE_OPEN;

/**
 * Node cannot lock. The lock belongs to the opened file, not to a process, so a child that receives the file can lock
 * it.
 */
function lockByChild(fd, shared) {
  const args = [...(shared ? ["-s"] : []), "-n", "3"];
  for (;;) {
    const { status, signal } = spawnSync("flock", args, { stdio: ["ignore", "ignore", "ignore", fd] });
    if (status === 0) return "held";
    if (status === 1) return "busy";
    // Ctrl-C in a terminal also reaches this child.
    if (signal === null) return "unsupported";
  }
}

function lockByOpening(file, flag = EXCLUSIVE_OPEN) {
  const { O_RDWR, O_CREAT, O_NONBLOCK = 0 } = constants;
  try {
    return { state: "held", fd: openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | flag, 0o600) };
  } catch (error) {
    if (["EAGAIN", "EWOULDBLOCK", "EBUSY"].includes(error.code)) return { state: "busy" };
    throw error;
  }
}

/**
 * Takes the lock, or finds that another process has it. The function creates a missing file, which must never be
 * deleted: a process with the deleted file open and a process that creates a new file would both hold "the lock".
 * @param {string} file
 * @returns {{ state: "held" | "unsupported", fd: number } | { state: "busy" }} the lock lasts until `fd` is closed here
 *   and in every child that received it; "unsupported" if the machine has no program `flock` or the disk has no locks
 */
export function takeLock(file) {
  if (EXCLUSIVE_OPEN) return lockByOpening(file);
  const fd = openSync(file, "a+", 0o600);
  const state = lockByChild(fd, false);
  if (state !== "busy") return { state, fd };
  closeSync(fd);
  return { state };
}

/** Whether a process holds the lock, this process included. */
export function isLocked(file) {
  if (!existsSync(file)) return false;
  if (EXCLUSIVE_OPEN) {
    const { state, fd } = lockByOpening(file, SHARED_OPEN);
    if (fd !== undefined) closeSync(fd);
    return state === "busy";
  }
  const fd = openSync(file, "r");
  try {
    // A shared lock, for the same reason as above.
    return lockByChild(fd, true) === "busy";
  } finally {
    closeSync(fd);
  }
}
