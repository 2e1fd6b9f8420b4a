/** A durable PostgreSQL for one test, which the test can make fail in every way in which databases fail. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../scripts/start/migrate.mjs";
import { startPostgres } from "../../scripts/postgres/postgres.mjs";
import { forgetSettings } from "../setup/process-memory";

/**
 * - `restart`: stopped in order, and started
 * - `failover`: stopped at once as by a crash, and started
 * - `killed`: kill -9 of all of its processes, and started
 * - `terminated`: every connection is ended, as an administrator or an idle_in_transaction timeout does
 * - `frozen`: nothing is refused and nothing answers
 */
export type Outage = "restart" | "failover" | "killed" | "terminated" | "frozen";

export type OwnDatabase = {
  url: string;
  /** Runs a statement on a separate connection. */
  query: (text: string, values?: unknown[]) => Promise<void>;
  /** Makes the database unavailable; returns a function that restores it. */
  takeAway: (how: Outage) => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

const TERMINATE =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

async function queryApart(url: string, text: string, values: unknown[] = []): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(text, values);
  } finally {
    await admin.end();
  }
}

/** The server with the processes that serve its connections. */
const processesOf = (pid: number): number[] => [
  pid,
  ...execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .map(Number),
];

/** Starts it and points this process's settings at it; to be called before anything has connected. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "own-pg-"));
  let postgres = await startPostgres({ dataDir });
  const url = postgres.url();
  await migrate(url);
  process.env.DATABASE_URL = url;
  forgetSettings();
  return {
    url,
    query: (text, values) => queryApart(url, text, values),
    takeAway: async (how) => {
      if (how === "terminated") {
        await queryApart(url, TERMINATE);
        return () => Promise.resolve();
      }
      if (how === "frozen") {
        const frozen = processesOf(postgres.pid);
        for (const pid of frozen) process.kill(pid, "SIGSTOP");
        return () => {
          for (const pid of frozen) process.kill(pid, "SIGCONT");
          return Promise.resolve();
        };
      }
      if (how === "failover" || how === "killed") {
        const pids = how === "killed" ? processesOf(postgres.pid) : [postgres.pid];
        for (const pid of pids) process.kill(pid, how === "killed" ? "SIGKILL" : "SIGQUIT");
        await postgres.exited;
      } else await postgres.stop();
      return async () => {
        postgres = await startPostgres({ dataDir });
      };
    },
    stop: () => postgres.stop(),
  };
}
