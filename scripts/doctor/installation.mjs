// The data folder, the secret, the port and the catalog of this installation.
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { catalogDir, release } from "../paths.mjs";
import { assertPortFree } from "../start/port.mjs";
import { findRuntime } from "../start/runtime-file.mjs";
import { sentenceOf } from "../start/start-problems.mjs";
import { existingFolder } from "./machine.mjs";

/** Shorter secrets are refused at a start too. */
const SECRET_LENGTH = 32;

/** Whether this user can write to the data folder, or make it. */
export function checkFolder(dataDir) {
  const name = "Data folder";
  try {
    const folder = existingFolder(dataDir);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name, state: "ok", text: folder === dataDir ? dataDir : `${dataDir} (the first start makes it)` };
  } catch (error) {
    return { name, state: "problem", text: sentenceOf({ path: dataDir, ...error }) ?? error.message };
  }
}

/** The secret in the settings, or in the data folder. `exists` is false before the first start. */
export function checkSecret(dataDir) {
  const name = "Secret";
  const file = path.join(dataDir, "secret");
  const source = process.env.PATCHBAY_SECRET ? "PATCHBAY_SECRET" : file;
  if (source === file && !existsSync(file)) {
    if (!existsSync(path.join(dataDir, "postgres")))
      return { name, state: "ok", text: "the first start generates it", exists: false };
    const fix = "Restore it from a backup: stored credentials cannot be opened with another one.";
    return { name, state: "problem", text: `${file} is missing beside a database`, fix, exists: false };
  }
  const secret = process.env.PATCHBAY_SECRET || readFileSync(file, "utf8").trim();
  if (secret.length >= SECRET_LENGTH) return { name, state: "ok", text: source, exists: true };
  const fix = "Restore it from a backup, or make one for a new server: openssl rand -hex 32";
  return { name, state: "problem", text: `${source} has fewer than ${SECRET_LENGTH} characters`, fix, exists: true };
}

/** Whether the port is free, or this installation's own server has it. */
export async function checkPort({ dataDir, port, host }) {
  const name = "Port";
  const runtime = findRuntime(dataDir);
  if (runtime) {
    const place = runtime.port === undefined ? "starting" : `port ${runtime.port}`;
    return { name, state: "ok", text: `the server runs (process ${runtime.pid}, ${place})` };
  }
  await assertPortFree(port, host);
  return { name, state: "ok", text: `${port} on ${host} is free` };
}

/** Whether the files of the catalog are those of this version. */
export function checkCatalog() {
  const name = "Catalog";
  const fix = release ? "Install the release again." : "Run: npm run build";
  const list = path.join(catalogDir, "catalog.json");
  if (!existsSync(list)) return { name, state: release ? "problem" : "warning", text: "it is not compiled yet", fix };
  const { hash, toolkits, search, triggers } = JSON.parse(readFileSync(list, "utf8"));
  const missing = [...toolkits.map(({ file }) => file), search, triggers].filter(
    (file) => !existsSync(path.join(catalogDir, file)),
  );
  if (missing.length > 0) return { name, state: "problem", text: `${missing.length} of its files are missing`, fix };
  if (release && release.catalog !== hash)
    return { name, state: "problem", text: "its files are of another version", fix };
  return { name, state: "ok", text: `${toolkits.length} toolkits` };
}
