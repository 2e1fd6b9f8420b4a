// SQL outside of declared statements (lib/kernel/database/statement.ts): nothing compares its rows with the types in
// the code.
import { readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

/** Ways to send a text: the pool's, Prisma's, and a connection's. */
const RAW = /\$(?:query|execute)Raw(?:Unsafe)?(?:<[^`(]*>)?\s*[`(]|\.query(?:<[^()]*>)?\(/g;

/**
 * What runs declared texts; and settings of connections, locks, notices and the probe, whose texts have no rows of
 * tables.
 */
const PLUMBING = [
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
 * The files of lib that send SQL which is not declared, and how often.
 * @returns {Record<string, number>}
 */
export function rawStatements() {
  const found = {};
  for (const file of readdirSync(inRoot("lib"), { recursive: true, encoding: "utf8" }).sort()) {
    const place = `lib/${file}`;
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || PLUMBING.includes(place)) continue;
    const lines = readFileSync(inRoot(place), "utf8").split("\n");
    const count = lines
      .filter((line) => !/^import |^export (async )?function /.test(line))
      .join("\n")
      .match(RAW)?.length;
    if (count) found[place] = count;
  }
  return found;
}
