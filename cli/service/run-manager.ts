/** Calls systemctl and launchctl. */
import { execFile } from "node:child_process";
import { Failure } from "../command";

/** The user's domain of launchd. */
export const launchdDomain = (): string => `gui/${process.getuid?.() ?? ""}`;

export type Outcome = { exitCode: number; output: string };

/** A line of `systemctl` or `launchctl` as people write it. */
export type Line = readonly [string, ...string[]];

/**
 * Runs a program of the system to its end.
 * @throws {Failure} if the program does not exist
 */
export function tryLine([program, ...args]: Line): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 120_000, maxBuffer: 1_000_000 }, (error, stdout, stderr) => {
      if (error?.code === "ENOENT") return reject(new Failure(`${program} is not installed here.`));
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ exitCode, output: `${stdout}${stderr}`.trim() });
    });
  });
}

/** @throws {Failure} with what the program wrote, if it fails */
export async function runLine(line: Line): Promise<void> {
  const { exitCode, output } = await tryLine(line);
  if (exitCode !== 0) throw new Failure(`${line.join(" ")} failed (exit code ${exitCode}).\n${output}`.trim());
}
