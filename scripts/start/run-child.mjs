// Runs a command to its end and collects its output; ends the command if this process must stop.
import { spawn } from "node:child_process";
import { root } from "../paths.mjs";
import { tether } from "../postgres/postgres-user.mjs";
import { lowerGroup } from "./lower-group.mjs";

const running = new Set();
let grouped = false;
let stopped = false;

/**
 * From now on each command has a separate process group, so that stopChildren() also reaches the processes that it
 * started, and the group dies with this process. For programs that handle every signal: Ctrl-C in a terminal no longer
 * reaches their commands.
 */
export function groupChildren() {
  grouped = true;
}

function signalChild(child, signal) {
  try {
    process.kill(grouped ? -child.pid : child.pid, signal);
  } catch (error) {
    // macOS refuses a signal to a group whose processes have all ended.
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}

/** Whether the commands received a signal to end. */
export const wasInterrupted = () => stopped;

/** Asks every running command to end; called if a run is interrupted. */
export function stopChildren() {
  stopped = true;
  for (const child of running) signalChild(child, "SIGTERM");
}

/** Ends every command with all processes that it started, and prevents new commands. Needs groupChildren(). */
export async function endChildren() {
  stopChildren();
  await Promise.all(
    [...running].map(async (child) => {
      const late = setTimeout(() => signalChild(child, "SIGKILL"), GRACE_MS);
      if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once("exit", done));
      clearTimeout(late);
      // The remaining processes that the command started.
      signalChild(child, "SIGKILL");
    }),
  );
}

/** Ends every command at once, for a second Ctrl-C. */
export function killChildren() {
  stopped = true;
  for (const child of running) signalChild(child, "SIGKILL");
}

/** The time that a command has to end after a signal. */
const GRACE_MS = 20_000;

/** Ends a command that takes too long; the first signal lets it clean up. */
function limitTime(child, timeoutMs) {
  if (timeoutMs === undefined) return () => {};
  let kill;
  const interrupt = setTimeout(() => {
    child.kill("SIGINT");
    kill = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  }, timeoutMs);
  return () => {
    clearTimeout(interrupt);
    clearTimeout(kill);
  };
}

/** A command failed; `output` is all it wrote. */
export class CommandFailed extends Error {
  constructor(what, code, output) {
    super(`${what} failed (exit code ${code}).`);
    this.code = code;
    this.output = output;
  }
}

/**
 * @param {string} command a program's path
 * @param {string[]} args
 * @param {{ what?: string, cwd?: string, env?: Record<string, string | undefined>, onLine?: (line: string) => void,
 *   timeoutMs?: number, user?: { uid?: number, gid?: number }, holds?: number, yields?: boolean }} [options] `cwd` is
 *   the project's root by default; `env` is added to this process's environment; `onLine` receives each line as it
 *   arrives; the command is stopped after `timeoutMs`; `holds` is a file that it keeps open; with `yields` other
 *   commands come first
 * @returns {Promise<string>} the whole output
 * @throws {CommandFailed}
 */
export function runChild(command, args, options = {}) {
  const { what = command, cwd = root, env = {}, onLine, timeoutMs, user = {}, holds, yields } = options;
  return new Promise((resolve, reject) => {
    if (stopped) throw new CommandFailed(what, "SIGTERM", "");
    const [program, ...rest] = [...(grouped ? tether("KILL") : []), command, ...args];
    const child = spawn(program, rest, {
      ...user,
      cwd,
      env: { ...process.env, ...env },
      detached: grouped,
      stdio: ["ignore", "pipe", "pipe", ...(holds === undefined ? [] : [holds])],
    });
    if (child.pid !== undefined) running.add(child);
    if (yields && grouped && child.pid !== undefined) lowerGroup(child.pid);
    const stopTimer = limitTime(child, timeoutMs);
    let output = "";
    let partial = "";
    const take = (chunk) => {
      output += chunk;
      const lines = (partial + chunk).split(/\r?\n/);
      partial = lines.pop() ?? "";
      if (onLine) for (const line of lines) onLine(line);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.once("error", (error) => {
      stopTimer();
      running.delete(child);
      reject(new CommandFailed(what, error.code, error.message));
    });
    child.once("close", (code, signal) => {
      stopTimer();
      running.delete(child);
      if (code === 0) resolve(output);
      else reject(new CommandFailed(what, code ?? signal, output));
    });
  });
}

/** Runs a Node script of the project or of a package in the same way. */
export const runNode = (script, args = [], options = {}) =>
  runChild(process.execPath, [script, ...args], { what: script, ...options });
