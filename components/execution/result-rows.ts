/** Finds the list in a tool's response that is worth a table. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";

export type ResultTable = {
  /** The list's path in the response: `items`, `data.issues`. */ path: string;
  columns: readonly string[];
  rows: readonly Record<string, unknown>[];
};

const DEPTH = 3;
const MAX_COLUMNS = 12;
const SAMPLE = 50;
const FIRST = ["id", "name", "title", "key", "slug", "login", "status", "state"];

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows.slice(0, SAMPLE))
    for (const [name, value] of Object.entries(row))
      if (value !== null && typeof value !== "object") counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = counts.size > 0 ? [...counts.keys()] : Object.keys(rows[0] ?? {});
  const rank = (name: string): number =>
    FIRST.includes(name)
      ? FIRST.indexOf(name)
      : /_url$|^url$|node_id/.test(name)
        ? 200
        : 100 - (counts.get(name) ?? 0) / SAMPLE;
  return names.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_COLUMNS);
}

/** The largest list of objects near the top of the response; null if there is no such list. */
export function findTable(data: unknown): ResultTable | null {
  let largest: { path: string; rows: Record<string, unknown>[] } | null = null;
  const look = (value: unknown, path: string, depth: number): void => {
    if (isRows(value)) {
      if (!largest || value.length > largest.rows.length) largest = { path, rows: value };
      return;
    }
    if (isObject(value) && depth < DEPTH)
      for (const [name, item] of Object.entries(value)) look(item, path ? `${path}.${name}` : name, depth + 1);
  };
  look(data, "", 0);
  const table = largest as { path: string; rows: Record<string, unknown>[] } | null;
  return table && { path: table.path, rows: table.rows, columns: columnsOf(table.rows) };
}

/** One cell as text; an object or a list is shown as short JSON. */
export function toCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
