// Describes the packages of a release to npm, so that it installs the archive without asking a registry.
import { readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

const IN_PACKAGE = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const KINDS = ["dependencies", "optionalDependencies", "peerDependencies"];

/** The folders of the packages that have files in the archive, such as `node_modules/pg`. */
const foldersOf = (files) => new Set([...files.keys()].flatMap((file) => IN_PACKAGE.exec(file)?.[1] ?? []));

/** Whether Node finds the package `name` from a package's folder. */
function isFound(folders, name, from) {
  for (let place = from; ; place = path.posix.dirname(place)) {
    if (folders.has(path.posix.join(place, "node_modules", name))) return true;
    if (place === "." || place === "") return false;
  }
}

/** The package's description without scripts, and with only those dependencies that are in the archive. */
function describe(folder, folders) {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    ...manifest
  } = JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));
  for (const kind of KINDS)
    if (manifest[kind])
      manifest[kind] = Object.fromEntries(
        Object.entries(manifest[kind]).filter(([name]) => isFound(folders, name, folder)),
      );
  delete manifest.peerDependenciesMeta;
  return manifest;
}

/**
 * @param {Map<string, unknown>} files the files of the archive
 * @returns {{ manifests: Map<string, Buffer>, packages: Record<string, string> }} the package.json of each package, and
 *   the versions of those at the top of node_modules
 */
export function collectPackages(files) {
  const folders = foldersOf(files);
  const manifests = new Map();
  const packages = {};
  for (const folder of [...folders].sort()) {
    const manifest = describe(folder, folders);
    manifests.set(`${folder}/package.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    if (!folder.slice(1).includes("/node_modules/")) packages[folder.slice("node_modules/".length)] = manifest.version;
  }
  return { manifests, packages };
}
