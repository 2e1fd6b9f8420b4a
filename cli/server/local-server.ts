/** Finds the server that runs on this machine, by the file that it writes into its data folder. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "../command";

/** The data folder of an installed release: a folder of the user, because a release can be read-only. */
function usersDataFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = env.HOME || homedir();
  return platform === "darwin"
    ? path.join(home, "Library", "Application Support", "Patchbay")
    : path.join(env.XDG_DATA_HOME || path.join(home, ".local", "share"), "patchbay");
}

/**
 * The data folder of this installation: PATCHBAY_DATA_DIR, by default `data` in a checkout, and a folder of the user
 * for a release.
 */
export function dataFolder(root: string, env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env.PATCHBAY_DATA_DIR) return path.resolve(root, env.PATCHBAY_DATA_DIR);
  return existsSync(path.join(root, "release.json")) ? usersDataFolder(env, platform) : path.join(root, "data");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The address of the running server of this installation; undefined if none runs. */
export function findLocalServer(root: string, env: Environment): string | undefined {
  try {
    const text = readFileSync(path.join(dataFolder(root, env), "runtime.json"), "utf8");
    const { pid, port } = JSON.parse(text) as { pid?: unknown; port?: unknown };
    return typeof pid === "number" && typeof port === "number" && isAlive(pid) ? `http://127.0.0.1:${port}` : undefined;
  } catch {
    return undefined;
  }
}
