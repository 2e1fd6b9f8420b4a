// The database: whether it can be used, whether it fits this version, and its clock.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { assertOwnMajor, binary } from "../postgres/postgres-binary.mjs";
import { findPending } from "../start/migrate.mjs";
import { findRuntime } from "../start/runtime-file.mjs";
import { waitForDatabase } from "../start/start-problems.mjs";

const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const name = "Database";

/** The address of a database that runs; undefined for an embedded one that does not run. */
const runningUrl = ({ databaseUrl, dataDir }) => databaseUrl ?? findRuntime(dataDir)?.url;

function checkEmbedded({ dataDir }) {
  const version = execFileSync(binary("postgres"), ["--version"], { encoding: "utf8" }).trim();
  const cluster = path.join(dataDir, "postgres");
  if (existsSync(path.join(cluster, "PG_VERSION"))) assertOwnMajor(cluster);
  return { name, state: "ok", text: `embedded, ${version}, not running` };
}

/** @throws with a sentence, if the database cannot be used */
export async function checkDatabase(settings) {
  const url = runningUrl(settings);
  if (url === undefined) return checkEmbedded(settings);
  await waitForDatabase(url, { say: () => {}, waitMs: 0 });
  const pending = await findPending(url);
  const kind = settings.databaseUrl ? "DATABASE_URL" : "embedded";
  if (pending.length === 0) return { name, state: "ok", text: `${kind}, up to date` };
  return { name, state: "ok", text: `${kind}; the next start applies ${pending.length} migrations` };
}

/** Compares the clocks of this machine and of the database. */
export async function checkClock({ databaseUrl }) {
  const clock = { name: "Clock", state: "ok", text: new Date().toISOString() };
  if (!databaseUrl) return clock;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT now() AS now");
    const difference = Math.abs(Date.now() - rows[0].now.getTime());
    if (difference <= MAX_CLOCK_DIFFERENCE_MS) return clock;
    const text = `it differs from the database's by ${Math.round(difference / 1000)} seconds`;
    return { ...clock, state: "warning", text, fix: "Synchronize both machines (NTP)." };
  } finally {
    await client.end();
  }
}
