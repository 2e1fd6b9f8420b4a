// Paths of the project's root, its caches and the data folder.
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const cacheDir = path.join(root, ".cache");

/** A path inside the project. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** The absolute path of the data folder: PATCHBAY_DATA_DIR, `data` by default. */
export const dataDirectory = (env = process.env) => path.resolve(root, env.PATCHBAY_DATA_DIR || "data");

/** Reads the optional `.env` file; variables that the environment already has take priority. */
export function loadEnvFile() {
  try {
    process.loadEnvFile(inRoot(".env"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
