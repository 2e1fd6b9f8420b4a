/**
 * Gives each integration test file a database of its own, copied from the migrated template, before the app's modules
 * load.
 */
import pg from "pg";
import { afterAll, inject } from "vitest";
import { applyTestSettings } from "./test-settings";

applyTestSettings();

const adminUrl = inject("adminUrl");
const name = `test_${process.env.VITEST_POOL_ID ?? "1"}`;
const onDatabase = (database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
};

const admin = new pg.Client({ connectionString: onDatabase("postgres") });
await admin.connect();
// The file before in this worker has ended, and its connections with it.
await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
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
