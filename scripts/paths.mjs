// Paths of the project's root, its caches and the data folder.
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
// A Node that is too old has no export of the name, and would end before the start can refuse it.
import util from "node:util";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const cacheDir = path.join(root, ".cache");
/** The compiled catalog, as servers load it. */
export const catalogDir = path.join(root, "dist", "catalog");

/** A path inside the project. */
export const inRoot = (...parts) => path.join(root, ...parts);

function readRelease() {
  try {
    return JSON.parse(readFileSync(inRoot("release.json"), "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}

/**
 * The description of this release, in which everything is built; null in a checkout.
 * @type {{ version: string, platform: string, arch: string, node: string, catalog: string, migration: string } | null}
 */
export const release = readRelease();

/** Relative paths of settings start here: at the root of a checkout, and where the command of a release is called. */
export const callersFolder = release ? process.cwd() : root;

/** Where programs of this platform keep the data of a user. A release does not write into its own folder. */
function userDataFolder(env) {
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support", "Patchbay");
  if (env.XDG_DATA_HOME && path.isAbsolute(env.XDG_DATA_HOME)) return path.join(env.XDG_DATA_HOME, "patchbay");
  return path.join(homedir(), ".local", "share", "patchbay");
}

/**
 * The absolute path of the data folder: PATCHBAY_DATA_DIR, by default `data` in a checkout, and the user's folder for
 * data with a release.
 */
export function dataDirectory(env = process.env) {
  if (env.PATCHBAY_DATA_DIR) return path.resolve(callersFolder, env.PATCHBAY_DATA_DIR);
  return release ? userDataFolder(env) : inRoot("data");
}

/** The settings of a file, none without it. */
function parseEnvFile(file) {
  if (!existsSync(file) || statSync(file).isDirectory()) return {};
  return util.parseEnv(readFileSync(file, "utf8"));
}

function readEnvFile(file) {
  // Node's own function reports a file that cannot be read as a missing one, and a start without its settings makes a
  // new secret.
  for (const [name, value] of Object.entries(parseEnvFile(file))) process.env[name] ??= value;
}

/** The data folder that a start uses. Of the file with settings, only the place of this folder is read. */
export function locateDataFolder(env = process.env) {
  if (release || env.PATCHBAY_DATA_DIR) return dataDirectory(env);
  return dataDirectory({ ...env, PATCHBAY_DATA_DIR: parseEnvFile(inRoot(".env")).PATCHBAY_DATA_DIR });
}

/**
 * Reads the optional files with settings: `.env` of a checkout, then `.env` of the data folder. Variables that are set
 * already stay. With a release, PATCHBAY_DATA_DIR is set from then on.
 * @throws {Error} of the file system, if this user may not read a file that exists
 */
export function loadEnvFile() {
  if (release) process.env.PATCHBAY_DATA_DIR = dataDirectory();
  else readEnvFile(inRoot(".env"));
  readEnvFile(path.join(dataDirectory(), ".env"));
}
