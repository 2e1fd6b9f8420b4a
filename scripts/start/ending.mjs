// How `npm start` ends in each of its phases: by Ctrl-C, by a signal or by an error. It first ends everything that
// runs.
import { constants } from "node:os";
import { endChildren, groupChildren, killChildren } from "./run-child.mjs";

/** The time within which a second signal is the same key press: `npm start` also forwards the terminal's signal. */
const ONE_KEY_MS = 500;
const PARENT_LOOK_MS = 250;

const interrupted = new AbortController();
/** Functions that stop the started parts; they run in reverse order. */
const started = [];
/** Functions that end the same parts at once. */
const kills = [];
let ready = false;
let ending;
let signaledAt = 0;

/** Aborted after the first request to stop. */
export const { signal } = interrupted;

/**
 * Registers a function that must run before the process ends.
 * @param {() => Promise<void>} stop
 * @param {() => void} [kill] for a second Ctrl-C: ends the part at once, without waiting
 */
export function beforeEnd(stop, kill) {
  started.push(stop);
  if (kill) kills.push(kill);
}

/** Stops everything that runs, in reverse order of its start, and ends the process. */
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

/** The start is over: from now on, a signal is the usual way to end. */
export function startIsOver() {
  ready = true;
}

/** Continues only if no stop was requested. */
export function orStop(result) {
  if (signal.aborted) return new Promise(() => {});
  return result;
}

function onSignal(name) {
  const code = 128 + constants.signals[name];
  if (ending) {
    if (Date.now() - signaledAt < ONE_KEY_MS) return;
    // A second Ctrl-C: the person does not want to wait for running requests.
    console.error("Stopping at once.");
    killChildren();
    for (const kill of kills) kill();
    process.exit(code);
  }
  signaledAt = Date.now();
  console.log(`\nStopping (${name}) ...`);
  void end(ready ? 0 : code);
}

/**
 * npm runs its script in a shell, and neither forwards a SIGTERM, so the script's processes would continue without
 * them. A process that a person started without npm can outlive its shell.
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
