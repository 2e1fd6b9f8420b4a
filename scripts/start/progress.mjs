// What a long piece of work says: lines that stay, and a count that goes up in one line.
import { live } from "./steps.mjs";

/** Without a terminal the count is a line of the log, and a log with a line for each of hundreds says nothing. */
const EVERY = 100;
/** Set by a program that shows each line of this one in place of the one before. */
const isShownLive = process.env.PATCHBAY_COUNTS === "each";

/** What tells a child that its counts are shown live here. */
export const countsFor = live ? { PATCHBAY_COUNTS: "each" } : {};

/**
 * Whether a count is written where each one becomes a line.
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
