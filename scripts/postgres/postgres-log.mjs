// The log of the embedded PostgreSQL: two files of bounded size.
import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

const MAX_BYTES = 10 * 1024 * 1024;
const LOOK_MS = 60_000;

const earlier = (file) => `${file}.1`;

/**
 * Before a start: the previous log becomes the earlier log, because it can contain the reason why that server ended.
 */
export function setLogAside(file) {
  if (existsSync(file) && statSync(file).size > 0) renameSync(file, earlier(file));
}

/**
 * Copies a log that has grown too large to the earlier log, and empties it. Its writers append, so they continue at the
 * beginning.
 * @param {string} file
 * @param {number} [maxBytes]
 */
export function rotateLog(file, maxBytes = MAX_BYTES) {
  if (!existsSync(file) || statSync(file).size <= maxBytes) return;
  copyFileSync(file, earlier(file));
  truncateSync(file);
}

/**
 * Rotates the log once a minute until `exited`.
 * @param {string} file
 * @param {Promise<unknown>} exited
 * @param {(line: string) => void} say
 */
export function keepLogSmall(file, exited, say) {
  const timer = setInterval(() => {
    try {
      rotateLog(file);
    } catch (error) {
      // A full disk has no room for the copy: the next check tries again.
      say(`${file} could not be rotated (${error.code}).`);
    }
  }, LOOK_MS).unref();
  void exited.then(() => clearInterval(timer));
}
