/** Reads the database as it is at one moment, while everybody goes on writing. */
import type { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readSecretCheck } from "@/lib/kernel/database/check-secret";
import { readWrappedSecret, type WrappedSecret } from "@/lib/kernel/kms/prepare-secrets";
import { makePool } from "@/lib/kernel/database/pools";
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { About, Manifest } from "../archive/manifest";
import { findTables, type Table } from "./find-tables";

/** A backup can take hours, and waits for a slow place. */
const LIMITS = { statementMs: 0, lockMs: 60_000 };

/** The same text from every server, whatever its own settings and its major version are. */
export const COPY_SETTINGS = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "extra_float_digits = 1",
  "bytea_output = 'hex'",
  "idle_in_transaction_session_timeout = 0",
  "statement_timeout = 0",
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join("; ");

const SERVER = statement({
  name: "backup.server",
  text: "SELECT current_setting('server_version') AS postgres, transaction_timestamp() AS time",
  columns: { postgres: "text?", time: "timestamptz?" },
});
const MIGRATIONS = statement({
  name: "backup.migrations",
  text: `SELECT migration_name::text AS name, checksum::text AS checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  columns: { name: "text", checksum: "text" },
});
const SEQUENCES = statement({
  name: "backup.sequences",
  text: `SELECT t.relname::text AS table_name, a.attname::text AS column_name,
      pg_sequence_last_value(d.objid::regclass)::text AS value
    FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
      JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
      AND t.relnamespace = current_schema()::regnamespace
    ORDER BY t.relname, a.attname`,
  columns: { table_name: "text", column_name: "text", value: narrowed<string | null>()("text?") },
});

/** Jobs that wait or run, without those that the clock writes: a job that runs is begun again. */
const JOBS = `SELECT t.identifier, j.payload, j.run_at, j.max_attempts, j.key, j.priority, q.queue_name
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts AND NOT (j.payload::jsonb ? '_cron')`;

export type Snapshot = {
  /** The time of the snapshot, by the clock of the database. */
  time: Date;
  postgres: string;
  migrations: About["migrations"];
  secretCheck: string | null;
  wrappedSecret: WrappedSecret | null;
  keyIds: string[];
  tables: Table[];
  /** The text of COPY; `rows` is known at its end. */
  copyTable: (table: Table) => { text: Readable; rows: () => number };
  copyJobs: () => { text: Readable; rows: () => number };
  /** To be read last: sequences belong to no snapshot, and must not be behind it. */
  findSequences: () => Promise<Manifest["sequences"]>;
};

function copyOut(client: ClientBase, select: string): { text: Readable; rows: () => number } {
  const text = client.query(copyTo(`COPY (${select}) TO STDOUT`));
  return { text, rows: () => text.rowCount };
}

async function openSnapshot(client: ClientBase): Promise<Snapshot> {
  const [server] = await rowsOf(SERVER, [], client);
  const check = await readSecretCheck(client);
  return {
    time: server?.time ?? new Date(),
    postgres: server?.postgres ?? "",
    migrations: await rowsOf(MIGRATIONS, [], client),
    secretCheck: check?.sealed ?? null,
    wrappedSecret: await readWrappedSecret(client),
    keyIds: check?.key_ids ?? [],
    tables: await findTables(client),
    copyTable: ({ select }) => copyOut(client, select),
    copyJobs: () => copyOut(client, JOBS),
    findSequences: async () =>
      (await rowsOf(SEQUENCES, [], client)).flatMap(({ table_name: table, column_name: column, value }) =>
        value === null ? [] : [{ table, column, value }],
      ),
  };
}

/**
 * Runs `work` on one snapshot of the database. It holds one connection, and no lock that anybody waits for.
 * @param signal breaks it off
 */
export async function withSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const pool = makePool("backup", { max: 1, limits: LIMITS });
  try {
    const client = await pool.connect();
    let isReleased = false;
    // A transaction that failed in the middle of a COPY leaves a connection that nobody can use again.
    const release = (): void => {
      if (!isReleased) client.release(true);
      isReleased = true;
    };
    signal?.addEventListener("abort", release, { once: true });
    try {
      signal?.throwIfAborted();
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      await client.query(COPY_SETTINGS);
      const result = await work(await openSnapshot(client));
      await client.query("COMMIT");
      return result;
    } finally {
      signal?.removeEventListener("abort", release);
      release();
    }
  } finally {
    await pool.stop();
  }
}
