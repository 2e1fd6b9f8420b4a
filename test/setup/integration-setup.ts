/**
 * Gives each integration test file a database of its own, copied from the migrated template, before the app's modules
 * load.
 */
import pg from "pg";
import { afterAll, inject } from "vitest";
import { makeAsNew } from "./as-new";
import { applyTestSettings } from "./test-settings";

makeAsNew();
applyTestSettings();

const adminUrl = inject("adminUrl");
const worker = `test_${process.env.VITEST_POOL_ID ?? "1"}`;
/** How many files this process has run. Each file's database has its own name, so that no late query meets the next. */
const KEY = Symbol.for("patchbay.test.databases");
const thread = globalThis as unknown as { [KEY]?: number };
const before = thread[KEY] ?? 0;
thread[KEY] = before + 1;
const name = `${worker}_${process.pid}_${before + 1}`;
const onDatabase = (database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
};

const admin = new pg.Client({ connectionString: onDatabase("postgres") });
await admin.connect();
if (before > 0) await admin.query(`DROP DATABASE IF EXISTS ${worker}_${process.pid}_${before} WITH (FORCE)`);
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(adminUrl).pathname.slice(1)} STRATEGY FILE_COPY`);
await admin.end();
process.env.DATABASE_URL = onDatabase(name);

// Imported late: the settings above must come first.
afterAll(async () => {
  const { runStops } = await import("@/lib/kernel/process/lifecycle");
  await runStops((what, error) => {
    throw new Error(`${what} did not stop: ${String(error)}`);
  });
});
