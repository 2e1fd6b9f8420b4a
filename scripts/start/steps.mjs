// Shows what the set-up is doing: a live line on a terminal, plain lines elsewhere. Steps can run at the same time.
import { wasInterrupted } from "./run-child.mjs";

/** Whether a line can be overwritten. */
export const live = Boolean(process.stdout.isTTY && !process.env.CI && process.env.PATCHBAY_LOG_FORMAT !== "json");
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The running steps: title -> {since, detail}. */
const running = new Map();
let timer;
let report = () => {};

/**
 * Calls the listener when a step begins, makes progress and ends.
 * @param {(step: { title: string, state?: "running" | "done" | "skipped", detail?: string }) => void} listener
 */
export function followSteps(listener) {
  report = listener;
}

function draw() {
  const parts = [...running].map(([title, { since, detail }]) => `${title} ${seconds(since)}  ${detail}`);
  process.stdout.write(`\r\x1b[2K  ${parts.join(" | ")}`.slice(0, (process.stdout.columns ?? 80) + 4));
}

function write(line) {
  console.log(`${live ? "\r\x1b[2K" : ""}${line}`);
}

function begin(title) {
  const facts = { since: performance.now(), detail: "" };
  running.set(title, facts);
  report({ title, state: "running" });
  if (live) timer ??= setInterval(draw, 200);
  else facts.announcement = setTimeout(() => console.log(`  ${title} ...`), 1000);
  return facts;
}

function finish(title, { announcement }) {
  running.delete(title);
  clearTimeout(announcement);
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
  if (live) process.stdout.write("\r\x1b[2K");
}

/**
 * Runs one step of the set-up. A step that returns false had nothing to do and leaves no line.
 * @template T
 * @param {string} title the step's name ("Installing packages")
 * @param {(detail: (text: string) => void, say: (line: string) => void) => Promise<T> | T} work receives a function
 *   that shows its progress, and a function that writes a line that stays
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const facts = begin(title);
  const showDetail = (text) => {
    facts.detail = text;
    report({ title, detail: text });
    if (!live && text) console.log(`    ${text}`);
  };
  try {
    const result = await work(showDetail, (line) => write(`    ${line}`));
    finish(title, facts);
    report({ title, state: result === false ? "skipped" : "done" });
    if (result !== false) write(`✓ ${title} (${seconds(facts.since)})`);
    return result;
  } catch (error) {
    finish(title, facts);
    // A step that this process itself has stopped did not fail.
    if (!wasInterrupted()) write(`✗ ${title} (${seconds(facts.since)})`);
    throw error;
  }
}
