/** Servers that others wrote, as processes of a test that end with it, even after kill -9. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { tether } from "../../scripts/postgres/postgres-user.mjs";

const READY_WITHIN_MS = 45_000;

/** As `spawn`, but the process is killed when its parent dies. It must keep nothing of value. */
export function spawnTethered(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const [first = program, ...rest] = [...tether("KILL"), program, ...args];
  return spawn(first, rest, options);
}

/**
 * Starts a server and waits for the output that shows it is ready.
 * @returns the match of the pattern in that output, and a function that stops the server
 * @throws Error with its output if it ends early or prints nothing in time
 */
export async function startServer(
  program: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
  options: SpawnOptions = {},
): Promise<{ words: RegExpExecArray; stop: () => Promise<void> }> {
  const child = spawnTethered(program, args, {
    ...options,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  let output = "";
  const words = await new Promise<RegExpExecArray | undefined>((resolve) => {
    const take = (text: Buffer): void => {
      output = `${output}${text.toString()}`.slice(-20_000);
      const match = ready.exec(output);
      if (match) resolve(match);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", take);
    exited.then(
      () => resolve(undefined),
      () => resolve(undefined),
    );
    setTimeout(() => resolve(undefined), READY_WITHIN_MS).unref();
  });
  if (words) return { words, stop };
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) await stop();
  throw new Error(`${program} did not start:\n${output}`);
}
