// `npm run -s migrate`: brings the database up to date, as a start does. `--check` changes nothing. Writes one line of
// JSON: {text, pending | applied}; the exit code of a check is 3 if migrations are pending.
import "./start/node-version.mjs";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { installAppPackages } from "./start/install-packages.mjs";
import { dataDirectory, loadEnvFile, release, root } from "./paths.mjs";

/** An exit code other than that of a failure, so that a deployment can tell both apart. */
const PENDING = 3;
const many = (count) => `${count} ${count === 1 ? "migration" : "migrations"}`;

/** A misspelled --check must not apply anything. */
function readArguments() {
  try {
    return parseArgs({ options: { check: { type: "boolean", default: false } } }).values;
  } catch (error) {
    console.error(
      `${error.message}\nUsage: ${release ? "patchbay migrate [--check]" : "npm run -s migrate [-- --check]"}`,
    );
    process.exit(2);
  }
}

/** Whether there is a database to look at, without creating one. */
const hasDatabase = () =>
  process.env.DATABASE_URL ||
  process.env.DATABASE_URL_FILE ||
  existsSync(path.join(dataDirectory(), "postgres", "PG_VERSION"));

async function check({ withDatabase, findPending }) {
  if (!hasDatabase()) return { text: "There is no database yet; the first start creates it.", pending: [] };
  const pending = await withDatabase((url) => findPending(url), { migrates: false });
  if (pending.length === 0) return { text: "The database is up to date.", pending };
  process.exitCode = PENDING;
  return { text: `${many(pending.length)} to apply:\n${pending.map((name) => `  ${name}`).join("\n")}`, pending };
}

async function apply({ withDatabase, migrate }) {
  const applied = await withDatabase((url) => migrate(url), { migrates: false });
  return { text: applied.length === 0 ? "The database is up to date." : `Applied ${many(applied.length)}.`, applied };
}

const { check: isCheck } = readArguments();
process.chdir(root);
loadEnvFile();
try {
  if (!release) await installAppPackages();
  const modules = { ...(await import("./postgres/database.mjs")), ...(await import("./start/migrate.mjs")) };
  console.log(JSON.stringify(await (isCheck ? check(modules) : apply(modules))));
} catch (error) {
  const { sentenceOf } = await import("./start/start-problems.mjs");
  console.error(sentenceOf(error) ?? error.message);
  process.exitCode = 1;
}
