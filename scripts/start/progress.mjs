// The progress lines of a long task: lines that stay, and a count that is updated in one line.
import { live } from "./steps.mjs";

/** Without a terminal the count is written to the log, where a line for each of hundreds would be useless. */
const EVERY = 100;
/** Set by a parent program that shows each line of this program in place of the previous line. */
const isShownLive = process.env.PATCHBAY_COUNTS === "each";

/** Environment variable that informs a child that its counts are shown live here. */
export const countsFor = live ? { PATCHBAY_COUNTS: "each" } : {};

/**
 * Whether to write a count where each count becomes a line.
 * @param {number} done
 */
export const isTold = (done) => isShownLive || done % EVERY === 0;

/**
 * @param {string} text
 * @param {{ done: number, total: number }} [count] how far the work is, if the line is a count
 */
export function say(text, count) {
  if (live) process.stdout.write(`\r\x1b[2K${count ? `  ${text}` : `${text}\n`}${isLast(count) ? "\r\x1b[2K" : ""}`);
  else if (!count || isTold(count.done)) console.log(text);
}

const isLast = (count) => count !== undefined && count.done === count.total;
