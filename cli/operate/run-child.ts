/** Runs a script of the installation as a program, and collects what it writes to standard output. */
import { spawn } from "node:child_process";
import path from "node:path";

export type Outcome = { exitCode: number; output: string };

/**
 * @param root the installation
 * @param script its path below the root
 * @param args its arguments
 * @param signal ends it
 * @param stdin "inherit" for a script that asks questions
 * @returns its exit code and standard output; standard error goes to the terminal
 */
export function runChild(
  root: string,
  script: string,
  args: string[],
  signal: AbortSignal,
  stdin: "ignore" | "inherit" = "ignore",
): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(root, script), ...args], { stdio: [stdin, "pipe", "inherit"] });
  const stop = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      signal.removeEventListener("abort", stop);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}
