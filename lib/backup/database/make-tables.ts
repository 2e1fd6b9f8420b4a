/** Makes the tables of a backup by its own migrations, in the transaction that loads their rows. */
import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import { VERSION } from "@/lib/kernel/process/version";
import type { About } from "../archive/manifest";
import { BackupProblem } from "../backup-problem";

/** A file of prisma/migrations; `checksum` is its sha-256. */
export type Migration = { name: string; sql: string; checksum: string };

const HISTORY = "_prisma_migrations";
/** As Prisma's CLI makes it, and scripts/start/migrate.mjs. */
const MAKE_HISTORY = `CREATE TABLE "${HISTORY}" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/** The lock of Prisma's own engine and of a start: nobody migrates at the same time. */
const LOCK = 72707369;

/** Tables whose rows show that somebody uses the database. */
const IN_USE = ["organization", "app_user", "project"];

const nameAll = ([first, ...others]: readonly { name: string }[]): string =>
  others.length === 0 ? `the migration ${first?.name}` : `${others.length + 1} migrations from ${first?.name} on`;

/** @throws BackupProblem for a backup of a newer version, and for migrations that were edited */
export function assertKnown(about: About, migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const foreign = about.migrations.filter(({ name }) => !checksums.has(name));
  if (foreign[0])
    throw new BackupProblem(
      `This backup was made by a newer version of Patchbay (${about.version}): it has ${nameAll(foreign)}, ` +
        `which this version (${VERSION}) does not know. Restore it with that version or a newer version.`,
    );
  const edited = about.migrations.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (edited)
    throw new BackupProblem(
      `The migration ${edited.name} is not the one that this backup was made with. ` +
        `Restore the backup with the version that made it (${about.version}).`,
    );
}

async function findTableNames(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function isInUse(client: ClientBase, tables: ReadonlySet<string>): Promise<boolean> {
  for (const name of IN_USE) {
    if (!tables.has(name)) continue;
    const { rows } = await client.query(`SELECT 1 FROM "${name}" LIMIT 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

async function assertNoCopy(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name IN ('patchbay', 'patchbay notify') AND pid <> pg_backend_pid()`,
  );
  if (rows.length > 0)
    throw new BackupProblem(
      "Patchbay runs on this database. Stop all copies of it, and restore again; nothing was changed.",
    );
}

async function assertOwnHistory(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`SELECT migration_name::text AS name FROM "${HISTORY}"`);
  const foreign = rows.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (foreign)
    throw new BackupProblem(
      `The database has the migration ${foreign.name}, which this version of Patchbay does not know: it belongs to a ` +
        "newer version or to another program. Restore into another database; nothing was changed.",
    );
}

/** The names of the tables that migrations make, under each name that they ever had. */
function tablesOf(migrations: readonly Migration[]): Set<string> {
  const names = migrations.flatMap(({ sql }) => [
    ...sql.matchAll(/\b(?:CREATE TABLE(?: IF NOT EXISTS)?|RENAME TO)\s+"?(\w+)"?/g),
  ]);
  return new Set([HISTORY, ...names.map((match) => match[1] ?? "")]);
}

/**
 * Takes the database for a restore, and drops the tables that Patchbay has there.
 * @param replace whether a database that is in use may be replaced
 * @throws BackupProblem if copies of the app run on it, if it is in use, or belongs to another program
 */
export async function clearDatabase(
  client: ClientBase,
  migrations: readonly Migration[],
  replace: boolean,
): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
  await assertNoCopy(client);
  const tables = await findTableNames(client);
  if (!replace && (await isInUse(client, tables)))
    throw new BackupProblem(
      "The database is not empty: it has projects. Restore into an empty database, or replace everything in this one " +
        "with --replace; nothing was changed.",
    );
  if (tables.has(HISTORY)) await assertOwnHistory(client, migrations);
  const names = [...tablesOf(migrations)].filter((name) => tables.has(name)).map((name) => `"${name}"`);
  if (names.length > 0) await client.query(`DROP TABLE ${names.join(", ")} CASCADE`);
  await client.query("DELETE FROM graphile_worker._private_jobs");
}

/** The tables are empty and nobody else sees them, and CONCURRENTLY does not work in a transaction. */
const inTransaction = (sql: string): string => sql.replace(/\b(CREATE\s+INDEX)\s+CONCURRENTLY\b/gi, "$1");

/**
 * Applies the migrations that the backup names, in their order.
 * @returns the names of the tables that they made
 */
export async function makeTables(
  client: ClientBase,
  about: About,
  migrations: readonly Migration[],
): Promise<ReadonlySet<string>> {
  const names = new Set(about.migrations.map(({ name }) => name));
  const before = await findTableNames(client);
  await client.query(MAKE_HISTORY);
  for (const { name, sql, checksum } of migrations) {
    if (!names.has(name)) continue;
    await client.query(inTransaction(sql));
    await client.query(
      `INSERT INTO "${HISTORY}" (id, checksum, migration_name, finished_at, applied_steps_count)
        VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
  }
  return new Set([...(await findTableNames(client))].filter((name) => !before.has(name)));
}
