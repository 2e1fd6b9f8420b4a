// Reads all source files of the project; files that did not change are taken from .cache/words.json.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { countFile } from "./count-file.mjs";

const FOLDERS = ["app", "bench", "cli", "components", "e2e", "lib", "scripts", "test", "toolkits"];
/** Written by the first start, not by people. */
const GENERATED = new Set(["next-env.d.ts", "server-routes.ts"]);
const CACHE = path.join(cacheDir, "words.json");

const hashOf = (text) => createHash("sha1").update(text).digest("base64");
const isSource = (file) => /\.(?:tsx?|mjs|cjs)$/.test(file) && !GENERATED.has(file);

function filesBelow(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? (entry.name === "node_modules" ? [] : filesBelow(file)) : [file];
  });
}

const filesOfRoot = () =>
  readdirSync(inRoot(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Paths of the project's files, with slashes: sources, and whatever else is in their folders. */
export const listFiles = () => [...filesOfRoot(), ...FOLDERS.flatMap(filesBelow)].sort();

/** A different reader or a different list of words makes the cache worthless. */
const cacheVersion = () =>
  hashOf(
    ["count-file.mjs", "dialect.mjs", "read-file.mjs"]
      .map((file) => readFileSync(inRoot("scripts/words", file), "utf8"))
      .join(""),
  );

function readCache(version) {
  try {
    const cache = JSON.parse(readFileSync(CACHE, "utf8"));
    return cache.version === version ? cache.files : {};
  } catch {
    return {};
  }
}

function writeCache(version, files) {
  mkdirSync(cacheDir, { recursive: true });
  const temporary = `${CACHE}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify({ version, files }));
  renameSync(temporary, CACHE);
}

/** @returns {{ files: string[], counts: Map<string, import("./count-file.mjs").FileCounts> }} counts by path */
export function readProject() {
  const files = listFiles();
  const version = cacheVersion();
  const cached = readCache(version);
  const current = {};
  let changed = false;
  for (const file of files.filter(isSource)) {
    const text = readFileSync(inRoot(file), "utf8");
    const hash = hashOf(text);
    const isCached = cached[file]?.hash === hash;
    current[file] = isCached ? cached[file] : { hash, ...countFile(file, text) };
    changed ||= !isCached;
  }
  if (changed) writeCache(version, current);
  return { files, counts: new Map(Object.entries(current)) };
}
