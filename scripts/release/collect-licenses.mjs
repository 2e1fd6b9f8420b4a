// Collects the license texts of everything in a release: packages as files, and packages that are inside the pages.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { BUILD_PACKAGES } from "../start/build-packages.mjs";
import { placesBelow } from "../start/lock-file.mjs";

const IS_TEXT = /^(licen[cs]e|copying|notice|third-?party)/i;
const TARGET = "THIRD-PARTY-LICENSES.txt";

/**
 * Folders of the installed packages that the server and its build need, and of those that have files in the archive.
 */
function listFolders(files) {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const inArchive = Object.keys(packages).filter((folder) => files.has(`${folder}/package.json`));
  return [...new Set([...placesBelow(packages, [...Object.keys(dependencies), ...BUILD_PACKAGES]), ...inArchive])]
    .filter((folder) => existsSync(inRoot(folder, "package.json")))
    .sort();
}

const textsIn = (folder) =>
  readdirSync(inRoot(folder))
    .filter((name) => IS_TEXT.test(name) && /(^[^.]+$|\.(md|txt|markdown)$)/i.test(name))
    .sort();

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));
  const texts = textsIn(folder).map((file) => readFileSync(inRoot(folder, file), "utf8").trim());
  const kind = typeof license === "string" ? license : (license?.type ?? "see below");
  return [`${name} ${version} (${kind})`, ...texts].join("\n\n");
}

/**
 * @param {Map<string, unknown>} files the files of the archive
 * @returns {Map<string, { source: string } | { content: Buffer }>} the license files of its packages, and one file with
 *   the texts of all packages of the app, because pages contain parts of many
 */
export function collectLicenses(files) {
  const collected = new Map();
  const folders = listFolders(files);
  for (const folder of folders)
    if (files.has(`${folder}/package.json`))
      for (const name of textsIn(folder)) collected.set(`${folder}/${name}`, { source: path.posix.join(folder, name) });
  const line = `\n\n${"-".repeat(80)}\n\n`;
  collected.set(TARGET, { content: Buffer.from(`${folders.map(describe).join(line)}\n`) });
  return collected;
}
