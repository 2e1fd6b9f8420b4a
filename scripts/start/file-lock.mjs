// A lock that the kernel holds on a file: it ends with the processes that have the file open, however they end, and is
// seen from every container on the machine (over NFS from other machines too), where a process id means nothing.
import { spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";

/** Open and lock in one: O_EXLOCK where the system has it, and libuv's flag of the same meaning on Windows. */
const EXCLUSIVE_OPEN = { darwin: 0x20, freebsd: 0x20, openbsd: 0x20, win32: 0x10000000 }[process.platform];

/** Node cannot lock. The lock belongs to the opened file, not to a process: a child that gets it can lock it for us. */
function lockByChild(fd, shared) {
  const args = [...(shared ? ["-s"] : []), "-n", "3"];
  for (;;) {
    const { status, signal } = spawnSync("flock", args, { stdio: ["ignore", "ignore", "ignore", fd] });
    if (status === 0) return "held";
    if (status === 1) return "busy";
    // Ctrl-C in a terminal reaches this child too.
    if (signal === null) return "unsupported";
  }
}

function lockByOpening(file) {
  const { O_RDWR, O_CREAT, O_NONBLOCK = 0 } = constants;
  try {
    return { state: "held", fd: openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | EXCLUSIVE_OPEN, 0o600) };
  } catch (error) {
    if (["EAGAIN", "EWOULDBLOCK", "EBUSY"].includes(error.code)) return { state: "busy" };
    throw error;
  }
}

/**
 * Takes the lock, or finds that somebody else has it. The file is made where it is missing and must never be deleted:
 * whoever has the deleted file open and whoever makes a new one would both hold "the lock".
 * @param {string} file
 * @returns {{ state: "held" | "unsupported", fd: number } | { state: "busy" }} the lock lasts until `fd` is closed here
 *   and in every child that was given it; "unsupported" where the machine has no program `flock` or the disk no locks
 */
export function takeLock(file) {
  if (EXCLUSIVE_OPEN) return lockByOpening(file);
  const fd = openSync(file, "a+", 0o600);
  const state = lockByChild(fd, false);
  if (state !== "busy") return { state, fd };
  closeSync(fd);
  return { state };
}

/** Whether somebody holds the lock, this process included. */
export function isLocked(file) {
  if (!existsSync(file)) return false;
  if (EXCLUSIVE_OPEN) {
    const { state, fd } = lockByOpening(file);
    if (fd !== undefined) closeSync(fd);
    return state === "busy";
  }
  const fd = openSync(file, "r");
  try {
    // Shared, so that those who ask do not take each other for an owner.
    return lockByChild(fd, true) === "busy";
  } finally {
    closeSync(fd);
  }
}
