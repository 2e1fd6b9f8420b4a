// Runs a command to its end with its output kept back, and stops it when this process is told to stop.
import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

const running = new Set();

/** Stops every command that is still running: called when the set-up is interrupted. */
export function stopChildren() {
  for (const child of running) child.kill("SIGTERM");
}

/** How long a command may take to end by itself once it is told to. */
const GRACE_MS = 20_000;

/** Ends a command that takes too long: first with the signal that lets it clean up. */
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

/** A command ended badly; `output` is all it wrote. */
export class CommandFailed extends Error {
  constructor(what, code, output) {
    super(`${what} failed (exit code ${code}).`);
    this.output = output;
  }
}

/**
 * @param {string} command a program's path
 * @param {string[]} args
 * @param {{ what?: string, cwd?: string, env?: Record<string, string | undefined>, onLine?: (line: string) => void, timeoutMs?: number }} [options]
 *   `cwd` is the project's root unless told; `env` is added to this process's; `onLine` receives each line as it comes; after `timeoutMs` the command is stopped
 * @returns {Promise<string>} the whole output
 * @throws {CommandFailed}
 */
export function runChild(command, args, { what = command, cwd = root, env = {}, onLine, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    const ended = limitTime(child, timeoutMs);
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
      ended();
      running.delete(child);
      reject(new CommandFailed(what, error.code, error.message));
    });
    child.once("close", (code, signal) => {
      ended();
      running.delete(child);
      if (code === 0) resolve(output);
      else reject(new CommandFailed(what, code ?? signal, output));
    });
  });
}

/** The same for a Node script of the project or of a package. */
export const runNode = (script, args = [], options = {}) =>
  runChild(process.execPath, [script, ...args], { what: script, ...options });
