// Temporary folders of runs, such as test runs. The next run removes the folder of a killed run.
import { closeSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

/**
 * Makes a folder for this process, and removes folders of the same kind that killed processes left.
 * @param {string} prefix the kind, such as `patchbay-test-run-`
 * @returns {string} its path; the lock on it ends with the process
 */
export function makeRunFolder(prefix) {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) removeLeft(path.join(tmpdir(), name));
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  takeLock(path.join(folder, LOCK));
  return folder;
}
