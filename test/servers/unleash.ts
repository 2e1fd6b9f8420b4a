/** Unleash, a server of feature flags with a large description, out of its npm package, on a database of its own. */
import pg from "pg";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { unleashProgram } from "@/scripts/check/test-packages.mjs";
import { startServer } from "./tethered-server";

export type Unleash = { url: string; stop: () => Promise<void> };

/** An admin token: its project and its environment (`*`: all of them), then the secret. */
export const UNLEASH_KEY = "*:*.key-of-the-flags-0123456789";

const onDatabase = (url: string, name: string): string => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

async function runApart(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: onDatabase(url, "postgres") });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
}

/**
 * Starts it with no flags.
 * @param databaseUrl of the PostgreSQL in which it gets a database
 */
export async function startUnleash(databaseUrl: string): Promise<Unleash> {
  const name = `unleash_${process.pid}`;
  await runApart(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await runApart(databaseUrl, `CREATE DATABASE ${name}`);
  const port = await freePort();
  const settings = {
    DATABASE_URL: onDatabase(databaseUrl, name),
    DATABASE_SSL: "false",
    HTTP_HOST: "127.0.0.1",
    HTTP_PORT: String(port),
    INIT_ADMIN_API_TOKENS: UNLEASH_KEY,
    CHECK_VERSION: "false",
    SEND_TELEMETRY: "false",
    LOG_LEVEL: "info",
    NODE_ENV: "production",
  };
  const { stop } = await startServer(process.execPath, [unleashProgram()], settings, /Unleash has started/);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await stop();
      await runApart(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
