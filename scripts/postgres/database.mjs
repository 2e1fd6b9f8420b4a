// Finds the database for a command: the operator's, the running server's, or the embedded one, started for the command.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "../start/migrate.mjs";
import { dataDirectory, release } from "../paths.mjs";
import { startPostgres } from "./postgres.mjs";
import { claimDataFolder, findRuntime, releaseDataFolder } from "../start/runtime-file.mjs";
import { bundleSettings } from "../start/set-up.mjs";
import { waitForDatabase } from "../start/start-problems.mjs";

/** The address of the operator's database, which can be in a file; no other setting is looked at. */
async function readOwnDatabase() {
  if (process.env.DATABASE_URL_FILE) {
    if (!release) await bundleSettings();
    const { readDatabaseUrl } = await import("../../dist/settings.mjs");
    process.env.DATABASE_URL = readDatabaseUrl();
    process.env.DATABASE_URL_FILE = "";
  }
  return process.env.DATABASE_URL;
}

/**
 * Runs `work` with the address of the app's database, after applying the migrations, unless `migrates` is false.
 * Uses DATABASE_URL or its file, else the server that runs on the data folder, else starts the embedded PostgreSQL and
 * stops it afterwards.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @param {{ dataDir?: string, migrates?: boolean }} [options] the data folder is PATCHBAY_DATA_DIR by default, else
 *   `data`
 * @returns {Promise<T>}
 */
export async function withDatabase(work, { dataDir = dataDirectory(), migrates = true } = {}) {
  const ownUrl = await readOwnDatabase();
  if (ownUrl) await waitForDatabase(ownUrl, { say: (line) => console.error(line) });
  const url = ownUrl || findRuntime(dataDir)?.url;
  if (url) {
    if (migrates) await migrate(url);
    return work(url);
  }
  claimDataFolder(dataDir);
  try {
    const postgres = await startPostgres({ dataDir });
    try {
      if (migrates) await migrate(postgres.url());
      return await work(postgres.url());
    } finally {
      await postgres.stop();
    }
  } finally {
    releaseDataFolder(dataDir);
  }
}

/**
 * Runs `work` on an empty PostgreSQL that is deleted afterwards.
 * @template T
 * @param {(postgres: Awaited<ReturnType<typeof startPostgres>>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withThrowAwayPostgres(work) {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-pg-"));
  try {
    const postgres = await startPostgres({ dataDir: folder, durable: false });
    try {
      return await work(postgres);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
