// Temporary folders of runs, such as those of tests: what a killed run left goes with the next one.
import { closeSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { takeLock } from "../start/file-lock.mjs";

const LOCK = "run.lock";

/** Removes a folder whose run has ended: nobody holds its lock. One without a lock is only just being made. */
function removeLeft(folder) {
  const file = path.join(folder, LOCK);
  if (!existsSync(file)) return;
  try {
    const { state, fd } = takeLock(file);
    if (state === "held") rmSync(folder, { recursive: true, force: true });
    if (fd !== undefined) closeSync(fd);
  } catch {
    // Of another user.
  }
}

/**
 * Makes a folder of this process, and removes those of the same kind that killed ones have left.
 * @param {string} prefix the kind, such as `patchbay-test-run-`
 * @returns {string} its path; the lock on it ends with the process
 */
export function makeRunFolder(prefix) {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) removeLeft(path.join(tmpdir(), name));
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  takeLock(path.join(folder, LOCK));
  return folder;
}
