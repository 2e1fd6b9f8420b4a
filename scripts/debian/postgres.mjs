// A PostgreSQL of Debian's packages, of another major version than the embedded one, for tests that move data between
// the two.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { binary } from "../postgres/postgres-binary.mjs";

const FOLDER = "/usr/lib/postgresql";

/** The major version of a program of PostgreSQL. */
const majorOf = (program) =>
  Number(/\(PostgreSQL\) (\d+)/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))?.[1]);

/**
 * The newest installed version that is not the embedded one.
 * @returns {{ major: number, bin: string } | undefined} `bin` is the folder with its programs
 */
export function findDebianPostgres() {
  if (!existsSync(FOLDER)) return undefined;
  const embedded = majorOf(binary("postgres"));
  const majors = readdirSync(FOLDER)
    .map(Number)
    .filter((major) => major !== embedded && existsSync(path.join(FOLDER, String(major), "bin", "initdb")));
  const major = Math.max(...majors);
  return majors.length > 0 ? { major, bin: path.join(FOLDER, String(major), "bin") } : undefined;
}

/** @returns {string[]} a line if the machine has none */
export const withoutDebianPostgres = () =>
  findDebianPostgres()
    ? []
    : [
        "not run: a backup between two major versions of PostgreSQL (lib/backup/other-major.db.test.ts); " +
          "install another one with: apt-get install --no-install-recommends postgresql",
      ];
