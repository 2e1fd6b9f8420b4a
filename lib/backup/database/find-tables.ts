/** The tables of a database and their columns, as the database itself describes them: also of an older version. */
import type { ClientBase } from "pg";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { LEFT_OUT } from "../archive/manifest";

/** A table with the SQL of what a backup takes of it. */
export type Table = { name: string; columns: string[]; select: string };

/**
 * Of the catalog only what a start cannot load: toolkits of projects, and earlier versions, which calls can be pinned
 * to. A toolkit without a hash is loaded by the next start, and keeps its earlier versions.
 */
const PARTS: Readonly<Record<string, { columns?: Readonly<Record<string, string>>; where?: string }>> = {
  toolkit: {
    columns: {
      hash: "CASE WHEN project_id IS NULL THEN '' ELSE hash END",
      available_versions:
        "CASE WHEN project_id IS NULL THEN array_remove(available_versions, version) ELSE available_versions END",
    },
  },
  tool: { where: "project_id IS NOT NULL OR NOT is_latest" },
  trigger_type: { where: "NOT is_latest" },
};

const COLUMNS = statement({
  name: "backup.columns",
  text: `SELECT c.relname::text AS table_name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`,
  columns: { table_name: "text", columns: "text[]?" },
});
const REFERENCES = statement({
  name: "backup.references",
  text: `SELECT f.relname::text AS from_table, t.relname::text AS to_table
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND f.oid <> t.oid`,
  columns: { from_table: "text", to_table: "text" },
});

const quoted = (name: string): string => `"${name}"`;

function toSelect(table: string, columns: readonly string[]): string {
  const part = PARTS[table];
  const list = columns.map((column) => part?.columns?.[column] ?? quoted(column));
  return `SELECT ${list.join(", ")} FROM ${quoted(table)}${part?.where ? ` WHERE ${part.where}` : ""}`;
}

/**
 * Sorts tables so that each comes after those that its foreign keys name.
 * @throws Error for references in a circle, which no order could load
 */
export function sortByReferences(
  tables: readonly string[],
  references: readonly { from_table: string; to_table: string }[],
): string[] {
  const sorted: string[] = [];
  const entered = new Set<string>();
  const visit = (table: string): void => {
    if (sorted.includes(table)) return;
    if (entered.has(table)) throw new Error(`The foreign keys of ${table} go in a circle.`);
    entered.add(table);
    for (const { from_table: from, to_table: to } of references) if (from === table) visit(to);
    if (tables.includes(table)) sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** The tables of a backup, in an order in which they can be loaded. */
export async function findTables(client: ClientBase): Promise<Table[]> {
  const rows = await rowsOf(COLUMNS, [], client);
  const columns = new Map(rows.map((row) => [row.table_name, row.columns ?? []]));
  const names = [...columns.keys()].filter((name) => !Object.hasOwn(LEFT_OUT, name));
  return sortByReferences(names, await rowsOf(REFERENCES, [], client)).map((name) => {
    const columnNames = columns.get(name) ?? [];
    return { name, columns: columnNames, select: toSelect(name, columnNames) };
  });
}
