// Stores the content hash of each set-up step's last run, so that a second start repeats nothing.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";

const stampFile = (name) => path.join(cacheDir, "stamps", name);

function* filesUnder(entry) {
  if (!existsSync(entry)) return;
  if (!statSync(entry).isDirectory()) return void (yield entry);
  for (const name of readdirSync(entry).sort()) yield* filesUnder(path.join(entry, name));
}

/**
 * The part of Node's version on which outputs depend: its major version, and the binary interface of its modules. An
 * update of a minor or patch version repeats nothing.
 */
export const nodeInterface = ({ node, modules } = process.versions) => `node ${node.split(".")[0]}, modules ${modules}`;

/**
 * SHA-256 of the names and contents of files and of Node's interface; a folder includes everything in it.
 * @param {string[]} entries paths inside the project; missing entries count as empty
 * @param {(file: string) => boolean} [keep] selects files
 * @param {string} [facts] what else the outputs depend on
 */
export function contentHash(entries, keep = () => true, facts = "") {
  const hash = createHash("sha256").update(nodeInterface()).update(facts);
  for (const entry of entries)
    for (const file of filesUnder(inRoot(entry)))
      if (keep(file)) hash.update(`\0${path.relative(inRoot(), file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Whether the step ran here before, for whichever hash. */
export const stampExists = (name) => existsSync(stampFile(name));

/** Whether the step already ran for this hash and its outputs still exist. */
export const isDone = (name, hash, outputs = []) =>
  stampExists(name) &&
  readFileSync(stampFile(name), "utf8") === hash &&
  outputs.every((output) => existsSync(inRoot(output)));

/** Records that the step ran for this hash. */
export function markDone(name, hash) {
  mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

/**
 * Runs `action` unless it already ran for this hash. The old stamp is deleted first, so that an interrupted step runs
 * again.
 * @returns {Promise<boolean>} whether it ran
 */
export async function oncePerHash(name, hash, outputs, action) {
  if (isDone(name, hash, outputs)) return false;
  rmSync(stampFile(name), { force: true });
  await action();
  markDone(name, hash);
  return true;
}
