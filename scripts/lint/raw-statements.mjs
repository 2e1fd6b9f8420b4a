// Finds SQL outside of declared statements (lib/kernel/database/statement.ts): nothing compares the rows of such SQL
// with the types in the code.
import { readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

/** The calls that send a text: of the pool, of Prisma, and of a connection. */
const RAW = /\$(?:query|execute)Raw(?:Unsafe)?(?:<[^`(]*>)?\s*[`(]|\.query(?:<[^()]*>)?\(/g;

/**
 * Files that execute declared texts, or whose texts return no table rows: connection settings, locks, notices, the
 * probe, and the tables of a backup, which the database itself names.
 */
const PLUMBING = [
  "lib/backup/database/make-tables.ts",
  "lib/backup/database/table-loader.ts",
  "lib/backup/database/with-snapshot.ts",
  "lib/backup/restore-backup.ts",
  "lib/kernel/database/availability.ts",
  "lib/kernel/database/database-pool.ts",
  "lib/kernel/database/db.ts",
  "lib/kernel/database/watch-workers.ts",
  "lib/kernel/database/delete-in-batches.ts",
  "lib/kernel/database/notify.ts",
  "lib/kernel/database/statement.ts",
  "lib/kernel/jobs/clock-items.ts",
  "lib/kernel/jobs/queue.ts",
  "lib/kernel/jobs/runner.ts",
];

/**
 * The files of lib that send undeclared SQL, each with the number of places.
 * @returns {Record<string, number>}
 */
export function rawStatements() {
  const counts = {};
  for (const file of readdirSync(inRoot("lib"), { recursive: true, encoding: "utf8" }).sort()) {
    const place = `lib/${file}`;
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || PLUMBING.includes(place)) continue;
    const lines = readFileSync(inRoot(place), "utf8").split("\n");
    const count = lines
      .filter((line) => !/^import |^export (async )?function /.test(line))
      .join("\n")
      .match(RAW)?.length;
    if (count) counts[place] = count;
  }
  return counts;
}
