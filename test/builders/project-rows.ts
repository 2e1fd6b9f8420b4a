/** A row of a project in every table that has such rows. New tables are included automatically. */
import { pool } from "@/lib/kernel/database/db";

type Column = { table: string; name: string; type: string };

/** Columns that must be given, those that name rows, and whose row it is. */
const COLUMNS = `SELECT c.table_name AS table, c.column_name AS name, c.data_type AS type FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.table_name IN (SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'project_id')
  AND (c.column_name IN ('id', 'project_id') OR (c.is_nullable = 'NO' AND c.column_default IS NULL))
  ORDER BY c.table_name, c.ordinal_position`;

/** Column values without which a row of the table could not exist. */
const FIXED_VALUES: Record<string, Record<string, unknown>> = {
  file: { storage: "disk" },
  revocation_job: { finished_at: new Date() },
};

const VALUES: Record<string, (mark: string, number: number) => unknown> = {
  text: (mark) => mark,
  integer: (_, number) => number,
  bigint: (_, number) => number,
  boolean: () => false,
  ARRAY: () => [],
  json: () => "{}",
  jsonb: () => "{}",
  bytea: () => Buffer.alloc(0),
  "timestamp with time zone": () => new Date(),
};

function valueOf({ table, name, type }: Column, mark: string, number: number): unknown {
  const value = VALUES[type];
  if (!value) throw new Error(`No value is known for ${table}.${name}, which is ${type}.`);
  return value(mark, number);
}

/** The tables of projects. */
export async function projectTables(): Promise<string[]> {
  const { rows } = await pool().query<Column>(COLUMNS);
  return [...new Set(rows.map(({ table }) => table))];
}

/**
 * Puts a row of the project into each table. They hang together: each is named `mark`, and each is of those named so.
 * @param number names the rows that have numbers
 */
export async function fillTables(projectId: string, mark: string, number: number): Promise<void> {
  const { rows } = await pool().query<Column>(COLUMNS);
  const client = await pool().connect();
  try {
    // Rows of people and of shared objects are not required.
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    for (const table of new Set(rows.map((row) => row.table))) {
      const columns = rows.filter((row) => row.table === table);
      const values: Record<string, unknown> = {
        ...Object.fromEntries(columns.map((column) => [column.name, valueOf(column, mark, number)])),
        project_id: projectId,
        ...FIXED_VALUES[table],
      };
      const names = Object.keys(values);
      await client.query(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()})`,
        Object.values(values),
      );
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** How many rows of the project each table has. */
export async function countRows(projectId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await projectTables()) {
    const { rows } = await pool().query<{ n: number }>(
      `SELECT count(*)::int AS n FROM "${table}" WHERE project_id = $1`,
      [projectId],
    );
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}
