// Applies prisma/migrations at start and by `npm run migrate`, as `prisma migrate deploy` does, without its CLI.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { inRoot } from "../paths.mjs";

/** The lock of Prisma's own engine, so that the CLI and several starting processes wait for each other. */
const PRISMA_LOCK = 72707369;

/** The table as Prisma's CLI creates it, so that the CLI accepts the same history. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/**
 * A migration that waits for a lock also blocks every query behind it, so its wait is short; its own work can take
 * long. These settings also override the settings of the role.
 */
const limits = (lockMs) =>
  `SET statement_timeout = '1h'; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = '1h'`;
const MAX_TRIES = 4;
const LOCK_MS = 5_000;
/**
 * Building an index CONCURRENTLY blocks nobody while it waits for older transactions to end, so it can wait long.
 */
const PATIENT_MS = 3_600_000;
/** The pause before the next try to be the only process that migrates. */
const TURN_MS = 200;

/** The name of the index in a migration that is one CREATE INDEX CONCURRENTLY. */
const CONCURRENT_INDEX = /^(?:\s*--.*\n)*\s*CREATE\s+INDEX\s+CONCURRENTLY\s+("?\w+"?)\s+ON\b[^;]*;?\s*$/i;

/** Advice for a person about an error of a migration, by its SQLSTATE. */
const ADVICE = {
  "55P03":
    "Another session holds a lock on what it changes. Stop other copies of the app, or whoever works on this database, and start again.",
  57014: "It took longer than an hour. Start again when the database has less to do.",
};

/**
 * The migrations of this version, in their order.
 * @param {string} [folder]
 * @returns {{ name: string, sql: string, checksum: string }[]}
 */
export const migrationsIn = (folder = inRoot("prisma/migrations")) =>
  readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });

/**
 * The database was migrated by a newer version or by another program, so this version would write into tables that it
 * does not know.
 */
export class NewerDatabase extends Error {
  constructor(names) {
    const [first] = names;
    super(
      `The database was updated by a newer version of Patchbay: it has ${names.length === 1 ? `the migration ${first}` : `${names.length} migrations from ${first} on`}, which this version does not know. Start the newer version, or restore the database from a backup of before the update; nothing was changed.`,
    );
  }
}

/** Refuses a history with names that are not in this version's migrations. */
function assertKnown(done, migrations) {
  const knownNames = new Set(migrations.map(({ name }) => name));
  const foreign = [...done.keys()].filter((name) => !knownNames.has(name)).sort();
  if (foreign.length > 0) throw new NewerDatabase(foreign);
}

/** Retries a migration that could not get its lock: usually another query is only reading a lot. */
async function apply(client, migration) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      if (error.cause?.code !== "55P03" || attempt === MAX_TRIES) throw error;
    }
  }
}

const record = (client, { name, checksum }) =>
  client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );

function failureOf({ name }, error) {
  const advice = ADVICE[error.code] ? `. ${ADVICE[error.code]}` : "";
  return new Error(`The migration ${name} failed and was rolled back: ${error.message}${advice}`, { cause: error });
}

async function applyOnce(client, migration) {
  const index = CONCURRENT_INDEX.exec(migration.sql)?.[1];
  if (index) return buildIndex(client, migration, index);
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await record(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw failureOf(migration, error);
  }
}

/** An interrupted build leaves an invalid index under its name, which the next try replaces. */
async function buildIndex(client, migration, index) {
  const { rows } = await client.query("SHOW lock_timeout");
  await client.query(`SET lock_timeout = ${PATIENT_MS}`);
  const drop = () => client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  try {
    await drop();
    await client.query(migration.sql);
    await record(client, migration);
  } catch (error) {
    await drop().catch(() => {});
    throw failureOf(migration, error);
  } finally {
    await client.query("SELECT set_config('lock_timeout', $1, false)", [rows[0].lock_timeout]).catch(() => {});
  }
}

/**
 * Waits until no other process migrates. It asks again and again, because a statement that waits for the lock would be
 * an older transaction for which the other process's CREATE INDEX CONCURRENTLY waits.
 */
async function takeTurn(client) {
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS held", [PRISMA_LOCK]);
    if (rows[0].held) return;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
}

/** The applied migrations: name -> checksum. */
async function readHistory(client) {
  const { rows } = await client.query(
    `SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** Creates the tables of the job queue, or brings them up to date. @param {string} connectionString */
export async function migrateQueue(connectionString) {
  const pgPool = new pg.Pool({ connectionString, max: 1, onConnect: (client) => client.query(limits(LOCK_MS)) });
  // The pool's end does not wait for its connections to close, and a database that stops then ends them with an error.
  pgPool.on("error", () => undefined);
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Brings the database up to date; a second call, at the same time or later, changes nothing.
 * @param {string} connectionString
 * @param {string} [folder] the migrations, prisma/migrations by default
 * @param {number} [lockMs] how long a migration waits for a lock, in each of four attempts
 * @returns {Promise<string[]>} the names of the migrations that this call applied
 * @throws {NewerDatabase} if the database has migrations that are not in the folder; nothing is changed then
 * @throws {Error} if a migration fails (it is rolled back), or was edited after it was applied
 */
export async function migrate(connectionString, folder = inRoot("prisma/migrations"), lockMs = LOCK_MS) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(limits(lockMs));
    await client.query(HISTORY);
    const done = await readHistory(client);
    const applied = [];
    const migrations = migrationsIn(folder);
    assertKnown(done, migrations);
    for (const migration of migrations) {
      const before = done.get(migration.name);
      if (before === undefined) {
        await apply(client, migration);
        applied.push(migration.name);
      } else if (before !== migration.checksum)
        throw new Error(
          `The migration ${migration.name} was edited after it was applied to this database. Restore prisma/migrations/${migration.name}/migration.sql and put the change into a new migration.`,
        );
    }
    // Creates the queue's own tables, because jobs are written before any worker has started.
    await migrateQueue(connectionString);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Finds the migrations that a start would apply; changes nothing.
 * @param {string} connectionString
 * @param {string} [folder] the migrations, prisma/migrations by default
 * @returns {Promise<string[]>} their names, in order
 * @throws {NewerDatabase} if the database has migrations that are not in the folder
 */
export async function findPending(connectionString, folder = inRoot("prisma/migrations")) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS exists`);
    const done = rows[0].exists ? await readHistory(client) : new Map();
    const migrations = migrationsIn(folder);
    assertKnown(done, migrations);
    return migrations.map(({ name }) => name).filter((name) => !done.has(name));
  } finally {
    await client.end();
  }
}
