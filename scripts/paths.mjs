// Where things are: the project's root, its caches and the data folder.
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const cacheDir = path.join(root, ".cache");

/** A path inside the project. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** The data folder that PATCHBAY_DATA_DIR names, `data` unless told; absolute. */
export const dataDirectory = (env = process.env) => path.resolve(root, env.PATCHBAY_DATA_DIR || "data");

/** Reads the optional `.env` file; values that the environment already has win. */
export function loadEnvFile() {
  try {
    process.loadEnvFile(inRoot(".env"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
