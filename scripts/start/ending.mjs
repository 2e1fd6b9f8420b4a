// How `npm start` ends, in each of its phases: by Ctrl-C, by a signal, by an error. Whatever runs then is ended first.
import { constants } from "node:os";
import { endChildren, groupChildren, killChildren } from "./run-child.mjs";

/** `npm start` sends a copy of the signal that the terminal has sent already. */
const ONE_KEY_MS = 500;
const PARENT_LOOK_MS = 250;

const interrupted = new AbortController();
/** What was started and must be stopped, in order; run backwards. */
const started = [];
/** What ends the same things without patience. */
const kills = [];
let ready = false;
let ending;
let told = 0;

/** Aborted once somebody asked to stop. */
export const { signal } = interrupted;

/**
 * Adds what must be stopped before the process ends.
 * @param {() => Promise<void>} stop
 * @param {() => void} [kill] for a second Ctrl-C: at once, and without waiting
 */
export function beforeEnd(stop, kill) {
  started.push(stop);
  if (kill) kills.push(kill);
}

/** Stops everything that runs, last started first, and ends the process. */
export function end(code) {
  ending ??= (async () => {
    interrupted.abort();
    await endChildren();
    for (let next = started.pop(); next; next = started.pop())
      await next().catch((error) => console.error(error.message));
    if (code !== 1) console.log(ready ? "Stopped." : "Stopped before it was ready. The next start goes on from here.");
    process.exit(code);
  })();
  return ending;
}

/** The start is over: a signal is from now on the ordinary way to end. */
export function startIsOver() {
  ready = true;
}

/** Goes on only while nobody asked to stop. */
export function orStop(result) {
  if (signal.aborted) return new Promise(() => {});
  return result;
}

function onSignal(name) {
  const code = 128 + constants.signals[name];
  if (ending) {
    if (Date.now() - told < ONE_KEY_MS) return;
    // A second Ctrl-C: the person does not want to wait for running requests.
    console.error("Stopping at once.");
    killChildren();
    for (const kill of kills) kill();
    process.exit(code);
  }
  told = Date.now();
  console.log(`\nStopping (${name}) ...`);
  void end(ready ? 0 : code);
}

/**
 * npm runs its script below a shell, and neither hands a SIGTERM on: what it started would go on without them. A
 * process that a person started without npm may outlive its shell.
 */
function watchParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) onSignal("SIGTERM");
  }, PARENT_LOOK_MS).unref();
}

groupChildren();
watchParent();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => onSignal(name));
