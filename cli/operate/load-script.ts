/** Loads the scripts of the installation, which its commands share with `npm start`. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Environment } from "../command";

type Runtime = { pid: number; url?: string; port?: number; publicUrl?: string };
type Paths = {
  dataDirectory: () => string;
  loadEnvFile: () => void;
  locateDataFolder: (env: Environment) => string;
};
type RuntimeFile = { findRuntime: (dataDir: string) => Runtime | null; isHere: (runtime: Runtime) => boolean };

/** A script below the installation's folder. The types are those that its file documents. */
const load = async <T>(root: string, file: string): Promise<T> =>
  (await import(pathToFileURL(path.join(root, file)).href)) as T;

/** Runs a script that is a program; its promise is fulfilled when its first steps are over. */
export const runScript = (root: string, file: string): Promise<unknown> => load(root, file);

/** The folder with the data of this installation, after its settings were read. */
export async function findDataFolder(root: string): Promise<string> {
  const { dataDirectory, loadEnvFile } = await load<Paths>(root, "scripts/paths.mjs");
  loadEnvFile();
  return dataDirectory();
}

/** The folder with the data of this installation. No other setting is read, so that no secret comes into `env`. */
export async function locateDataFolder(root: string, env: Environment): Promise<string> {
  return (await load<Paths>(root, "scripts/paths.mjs")).locateDataFolder(env);
}

/**
 * The running server of a data folder; null if none runs. `isHere` is false if its process is in another container or
 * on another machine: its process ID and port mean nothing here.
 */
export async function findServer(root: string, dataDir: string): Promise<(Runtime & { isHere: boolean }) | null> {
  const { findRuntime, isHere } = await load<RuntimeFile>(root, "scripts/start/runtime-file.mjs");
  const runtime = findRuntime(dataDir);
  return runtime && { ...runtime, isHere: isHere(runtime) };
}

/** The result of a check of `patchbay doctor`; `fix` is advice. */
export type Finding = { name: string; state: "ok" | "warning" | "problem"; text: string; fix?: string };

/** Runs all checks of this machine and this installation. */
export async function runChecks(root: string): Promise<Finding[]> {
  const { diagnose } = await load<{ diagnose: () => Promise<Finding[]> }>(root, "scripts/doctor/diagnose.mjs");
  return diagnose();
}
