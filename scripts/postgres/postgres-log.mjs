// The log of the embedded PostgreSQL: two files of bounded size.
import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

const MAX_BYTES = 10 * 1024 * 1024;
const LOOK_MS = 60_000;

const earlier = (file) => `${file}.1`;

/** Before a start: the log of the last one becomes the earlier one, because it may say why that one ended. */
export function setLogAside(file) {
  if (existsSync(file) && statSync(file).size > 0) renameSync(file, earlier(file));
}

/**
 * Copies a log that has grown too large to the earlier one, and empties it. Its writers append, so they go on at the
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
      // On a full disk there is no room for the copy: the next look tries again.
      say(`${file} could not be rotated (${error.code}).`);
    }
  }, LOOK_MS).unref();
  void exited.then(() => clearInterval(timer));
}
