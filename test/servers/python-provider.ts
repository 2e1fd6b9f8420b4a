/** Providers written by others, in Python as Debian packages them: whether a provider can run here, and its process. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { spawnTethered } from "./tethered-server";

const PYTHON = "/usr/bin/python3";

/** Whether Debian's Python can import a module. */
export const hasPython = (module: string): boolean => spawnSync(PYTHON, ["-c", `import ${module}`]).status === 0;

/** Runs a server of this folder, which prints its port first. */
export async function startPython(script: string, ...args: string[]): Promise<{ url: string; stop: () => void }> {
  const child = spawnTethered(PYTHON, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.once("exit", (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill();
    },
  };
}
