// Keeps a process running: hears when it is ready, and starts it again when it ends without having been told to.
import { spawn } from "node:child_process";
import { tether } from "../postgres/postgres-user.mjs";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** One that ran for so long was sound: the next pause is the first one again. */
const SOUND_MS = 60_000;
/** Of a process that does not come to be ready, one after the other. */
const MAX_FAILED_STARTS = 5;
/** For a process that was told to stop. */
const STOP_MS = 40_000;

/** The process ended, or said why it cannot run, before it was ready; `code` is the cause's, where it has one. */
export class StartFailed extends Error {}

function launch(script, options) {
  const [command, ...args] = [
    ...tether("KILL"),
    process.execPath,
    ...process.execArgv,
    script,
    JSON.stringify(options),
  ];
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  const ready = new Promise((resolve, reject) => {
    child.on("message", ({ ready: words, failed }) => {
      if (words) resolve(words);
      if (failed) reject(Object.assign(new StartFailed(failed.why), { code: failed.code }));
    });
    void exited.then((why) => reject(new StartFailed(`The server ended before it was ready (${why}).`)));
  });
  return { child, exited, ready };
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts the script. Once it was ready it is started again whenever it ends by itself, after a pause that doubles from
 * half a second to half a minute, until it does not come to be ready five times in a row.
 * @param {string} script gets the options as JSON, with `again` where it is no first start; sends {ready: lines} or
 *   {failed: {code, why}}, and ends when it is sent "stop"
 * @param {object} options
 * @param {{ say: (line: string) => void, gaveUp: (error: Error) => void, pause?: (ms: number) => Promise<unknown> }}
 *   told
 * @returns {{ ready: Promise<string[]>, pid: () => number | undefined, stop: () => Promise<void>, kill: () => void }}
 *   `ready` rejects
 *   with StartFailed where the first start fails; `stop` and `kill` work at any time
 */
export function supervise(script, options, { say, gaveUp, pause = wait }) {
  let current = launch(script, options);
  let stopping = false;
  let crashes = 0;

  /** Whether the process came to be ready once more. */
  const startAgain = async () => {
    for (let failed = 0; ; ) {
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** crashes++, MAX_PAUSE_MS));
      if (stopping) return false;
      current = launch(script, { ...options, again: true });
      try {
        await current.ready;
        return true;
      } catch (error) {
        if (stopping) return false;
        say(`The server could not be started again: ${error.message}`);
        if (++failed < MAX_FAILED_STARTS) continue;
        gaveUp(error);
        return false;
      }
    }
  };
  const watch = async () => {
    for (;;) {
      const since = Date.now();
      const why = await current.exited;
      if (stopping) return;
      if (Date.now() - since > SOUND_MS) crashes = 0;
      say(`The server ended on its own (${why}); starting it again.`);
      if (!(await startAgain())) return;
      say("The server runs again.");
    }
  };

  return {
    ready: current.ready.then((lines) => {
      void watch();
      return lines;
    }),
    pid: () => current.child.pid,
    stop: async () => {
      stopping = true;
      const { child, exited } = current;
      if (child.connected) child.send("stop");
      const cut = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(cut);
    },
    kill: () => void current.child.kill("SIGKILL"),
  };
}
