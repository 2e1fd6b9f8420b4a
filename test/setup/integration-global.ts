/**
 * Starts a temporary PostgreSQL for the integration tests, creates the migrated template that each file copies, and
 * bundles the programs that tests start.
 */
import { chmodSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { migrate } from "../../scripts/start/migrate.mjs";
import { startPostgres } from "../../scripts/postgres/postgres.mjs";
import { bundlePrograms } from "./bundle-programs";
import { findFastFolder, makeRunFolder } from "../../scripts/check/run-folder.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** the migrated template; no connection to it can stay open */
    adminUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder("patchbay-test-pg-", findFastFolder());
  process.env.PATCHBAY_TEST_ROOT = folder;
  const programs = await bundlePrograms();
  process.env.PATCHBAY_TEST_PROGRAMS = programs;
  const postgres = await startPostgres({ dataDir: folder, durable: false });
  // Sandboxes have users of their own, who must be able to walk to their files.
  chmodSync(folder, 0o711);
  await migrate(postgres.url());
  project.provide("adminUrl", postgres.url());
  return async () => {
    await postgres.stop();
    for (const path of [folder, programs]) rmSync(path, { recursive: true, force: true });
  };
}
