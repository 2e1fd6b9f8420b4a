// Keeps a process running: waits for its message that it is ready, and restarts it after an unrequested end.
import { spawn } from "node:child_process";
import { tether } from "../postgres/postgres-user.mjs";
import { serverEnvironment } from "./server-environment.mjs";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A process that ran for so long was healthy: the next pause is the first of the schedule again. */
const SOUND_MS = 60_000;
/** The number of starts in a row that can fail before it gives up. */
const MAX_FAILED_STARTS = 5;
/** The time that a process has to end after a stop was requested, besides the time for which it still answers. */
const STOP_MS = 40_000;

/** The process ended or reported an error before it was ready; `code` is that of the cause, if it has one. */
export class StartFailed extends Error {}

/** Starts a process that the kernel kills together with this process, if it can. */
function startTethered(script, options) {
  const [command, ...args] = [
    ...tether("KILL"),
    process.execPath,
    ...process.execArgv,
    script,
    JSON.stringify(options),
  ];
  return spawn(command, args, {
    env: serverEnvironment(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function launch(child, who, beforeListen) {
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  const ready = new Promise((resolve, reject) => {
    child.on("message", ({ ready: words, failed, listens }) => {
      if (listens) void beforeListen().then(() => child.connected && child.send("listen"));
      if (words) resolve(words);
      if (failed) reject(Object.assign(new StartFailed(failed.why), { code: failed.code }));
    });
    void exited.then((why) => reject(new StartFailed(`${who} ended before it was ready (${why}).`)));
  });
  return { child, exited, ready };
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts the script. After it was ready, it is restarted after each unrequested end, after a pause that doubles from
 * half a second to half a minute, until five starts in a row fail.
 * @param {string} script receives the options as JSON, with `again` on a restart; sends {listens: true} and waits for
 *   "listen" before it takes its port; sends {ready: lines} or {failed: {code, why}}, and ends when it receives "stop"
 * @param {object} options
 * @param {{ say: (line: string) => void, gaveUp: (error: Error) => void, pause?: (ms: number) => Promise<unknown>,
 *   leavesAfterMs?: number, beforeListen?: () => Promise<unknown>, who?: string, start?: (script: string, options:
 *   object) => import("node:child_process").ChildProcess, maxFailedStarts?: number,
 *   changed?: (isRunning: boolean) => void }}
 *   reports `beforeListen` frees the port, which another part of the start can use until then; `who`: its name at the
 *   beginning of a sentence; `changed` is called when it is ready and when it has ended
 * @returns {{ ready: Promise<string[]>, pid: () => number | undefined, tell: (message: unknown) => void,
 *   stop: () => Promise<void>, kill: () => void }}
 *   `ready` rejects with StartFailed if the first start fails; the other functions work at any time
 */
export function supervise(
  script,
  options,
  {
    say,
    gaveUp,
    pause = wait,
    leavesAfterMs = 0,
    beforeListen = async () => {},
    who = "The server",
    start = startTethered,
    maxFailedStarts = MAX_FAILED_STARTS,
    changed = () => {},
  },
) {
  const state = { current: launch(start(script, options), who, beforeListen), stopping: false, crashes: 0 };

  /** Whether the process was ready again. */
  const startAgain = async () => {
    for (let failed = 0; ; ) {
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** state.crashes++, MAX_PAUSE_MS));
      if (state.stopping) return false;
      state.current = launch(start(script, { ...options, again: true }), who, beforeListen);
      try {
        await state.current.ready;
        return true;
      } catch (error) {
        if (state.stopping) return false;
        say(`${who} could not be started again: ${error.message}`);
        if (++failed < maxFailedStarts) continue;
        gaveUp(error);
        return false;
      }
    }
  };
  const ready = state.current.ready.then((lines) => {
    changed(true);
    void watch(state, { startAgain, say, who, changed });
    return lines;
  });
  return { ready, ...controls(state, leavesAfterMs) };
}

/** Starts the process again after each end that nobody asked for. */
async function watch(state, { startAgain, say, who, changed }) {
  for (;;) {
    const since = Date.now();
    const why = await state.current.exited;
    if (state.stopping) return;
    if (Date.now() - since > SOUND_MS) state.crashes = 0;
    changed(false);
    say(`${who} ended on its own (${why}); starting it again.`);
    if (!(await startAgain())) return;
    changed(true);
    say(`${who} runs again.`);
  }
}

function controls(state, leavesAfterMs) {
  const tell = (message) => {
    // The process can end at any time, and its channel with it.
    if (state.current.child.connected) state.current.child.send(message, () => {});
  };
  return {
    pid: () => state.current.child.pid,
    tell,
    stop: async () => {
      state.stopping = true;
      const { child, exited } = state.current;
      tell("stop");
      const cut = setTimeout(() => child.kill("SIGKILL"), leavesAfterMs + STOP_MS);
      await exited;
      clearTimeout(cut);
    },
    kill: () => void state.current.child.kill("SIGKILL"),
  };
}
