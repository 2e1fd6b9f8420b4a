/** Writes rows by a key: a row with the key is updated, a new key becomes a new row. */
import { attempt, type HandlerCall, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { cellBlock, quotedSheet, columnLetters } from "./a1";
import { readTable, rowRange, spreadsheetPath, titleFinder, type Cell, type Table } from "./table";

type UpsertArguments = {
  spreadsheetId?: string;
  sheetName?: string;
  keyColumn?: string;
  headers?: string[];
  rows?: Cell[][];
  tableStart?: string;
  strictMode?: boolean;
  valueInputOption?: string;
};
/** The caller's rows by title, with the place of the key. */
type Input = { headers: string[]; rows: Cell[][]; key: number };

/** The last column that a sheet can have (support.google.com/drive/answer/37603). */
const LAST_COLUMN = "ZZZ";

const quoted = (value: unknown): string => JSON.stringify(String(value ?? ""));

function repeated(texts: readonly string[]): string | undefined {
  const earlier = new Set<string>();
  return texts.find((text) => earlier.size === earlier.add(text).size);
}

/** The rows and their titles; what would end in the wrong row or column is refused before anything is written. */
function readInput(args: UpsertArguments, fail: HandlerTools["fail"]): Input {
  const values = args.rows ?? [];
  const headers = (args.headers ?? (values[0] ?? []).map(String)).map((title) => title.trim());
  const rows = args.headers ? values : values.slice(1);
  if (rows.length === 0) return fail("There are no rows to write. Without headers, the first row holds the titles.");
  const twice = repeated(headers.map((title) => title.toLowerCase()));
  if (twice !== undefined || headers.includes(""))
    return fail(twice ? `The title ${quoted(twice)} is there twice.` : "A title is empty.");
  const key = args.keyColumn ? titleFinder(headers)(args.keyColumn) : 0;
  if (key < 0) return fail(`keyColumn ${quoted(args.keyColumn)} is none of the titles ${headers.join(", ")}.`);
  const long = args.strictMode === false ? -1 : rows.findIndex((row) => row.length > headers.length);
  if (long >= 0) return fail(`Row ${long + 1} has ${rows[long]?.length} values for ${headers.length} titles.`);
  const keys = rows.map((row) => String(row[key] ?? "").trim());
  if (keys.includes("")) return fail(`Row ${keys.indexOf("") + 1} has no value for the key.`);
  const sameKey = repeated(keys);
  if (sameKey !== undefined) return fail(`The key ${quoted(sameKey)} is in several rows.`);
  return { headers, rows, key };
}

type Plan = {
  /** All titles of the table, with those that are new at the end. */
  titles: string[];
  newTitles: string[];
  updates: { row: number; cells: Cell[] }[];
  inserts: Cell[][];
  duplicates: { key: string; rows: number[] }[];
};

/** Cells in the order of the table; null leaves a cell as it is. */
function toCells(row: readonly Cell[], columns: readonly number[], width: number): Cell[] {
  const cells: Cell[] = Array.from({ length: width }, () => null);
  for (const [index, column] of columns.entries()) if (index < row.length) cells[column] = row[index] ?? null;
  return cells;
}

function plan(table: Table, { headers, rows, key }: Input): Plan {
  const findTitle = titleFinder(table.titles);
  const newTitles = headers.filter((title) => findTitle(title) < 0);
  const titles = [...table.titles, ...newTitles];
  const columns = headers.map(titleFinder(titles));
  const keyColumn = columns[key] ?? 0;
  const places = new Map<string, number[]>();
  for (const [index, row] of table.rows.entries()) {
    const text = String(row[keyColumn] ?? "").trim();
    if (text === "") continue;
    const rowsOfKey = places.get(text) ?? [];
    rowsOfKey.push(table.firstRow + 1 + index);
    places.set(text, rowsOfKey);
  }
  const result: Plan = { titles, newTitles, updates: [], inserts: [], duplicates: [] };
  for (const row of rows) {
    const text = String(row[key] ?? "").trim();
    const [place, ...others] = places.get(text) ?? [];
    const cells = toCells(row, columns, titles.length);
    if (place === undefined) result.inserts.push(cells);
    else result.updates.push({ row: place, cells });
    if (place !== undefined && others.length > 0)
      result.duplicates.push({ key: text, rows: [place, ...others].map((number) => number + 1) });
  }
  return result;
}

type Sheet = { properties?: { sheetId?: number; title?: string; gridProperties?: { columnCount?: number } } };

/** Adds columns to the sheet where new titles have no room. */
async function makeRoom(args: UpsertArguments, width: number, call: HandlerCall): Promise<void> {
  const path = spreadsheetPath(args.spreadsheetId);
  const query = { fields: "sheets.properties(sheetId,title,gridProperties)" };
  const { sheets = [] } = (await call({ method: "GET", path, query })).data as { sheets?: Sheet[] };
  const sheet = sheets.find(({ properties }) => properties?.title === args.sheetName)?.properties;
  const missing = width - (sheet?.gridProperties?.columnCount ?? width);
  if (!sheet || missing <= 0) return;
  const appendDimension = { sheetId: sheet.sheetId, dimension: "COLUMNS", length: missing };
  await call({ method: "POST", path: `${path}:batchUpdate`, body: { requests: [{ appendDimension }] } });
}

/** New titles and changed rows, in one request that succeeds or fails as a whole. */
async function update(args: UpsertArguments, table: Table, changes: Plan, call: HandlerCall): Promise<void> {
  const { titles, newTitles, updates } = changes;
  const sheet = args.sheetName ?? "";
  const last = table.firstColumn + titles.length - 1;
  if (newTitles.length > 0) await makeRoom(args, last + 1, call);
  const first = table.firstColumn + table.titles.length;
  const data = [
    ...(newTitles.length > 0 ? [{ range: rowRange(sheet, table.firstRow, first, last), values: [newTitles] }] : []),
    ...updates.map(({ row, cells }) => ({ range: rowRange(sheet, row, table.firstColumn, last), values: [cells] })),
  ];
  if (data.length === 0) return;
  const body = { valueInputOption: args.valueInputOption ?? "USER_ENTERED", data };
  await call({ method: "POST", path: `${spreadsheetPath(args.spreadsheetId)}/values:batchUpdate`, body });
}

async function insert(args: UpsertArguments, table: Table, changes: Plan, call: HandlerCall): Promise<void> {
  const { titles, inserts } = changes;
  if (inserts.length === 0) return;
  const [from, to] = [table.firstColumn, table.firstColumn + titles.length - 1].map(columnLetters);
  const [first, last] = [table.firstRow + 1, table.firstRow + 1 + table.rows.length];
  const range = encodeURIComponent(`${quotedSheet(args.sheetName ?? "")}!${from}${first}:${to}${last}`);
  const valueInputOption = args.valueInputOption ?? "USER_ENTERED";
  const query = { valueInputOption, insertDataOption: "INSERT_ROWS" };
  const path = `${spreadsheetPath(args.spreadsheetId)}/values/${range}:append`;
  await call({ method: "POST", path, query, body: { values: inserts } });
}

export const upsertRows: ToolHandler = async (args: UpsertArguments, tools) => {
  const input = readInput(args, tools.fail);
  const start = args.tableStart ? cellBlock(args.tableStart) : undefined;
  if (start === null) return tools.fail("tableStart must be a cell such as A1, where the row of titles begins.");
  const range = args.tableStart && `${args.tableStart.replaceAll("$", "").split("!").at(-1)}:${LAST_COLUMN}`;
  const place = { spreadsheetId: args.spreadsheetId, sheet: args.sheetName ?? "", range: range || undefined };
  const table = await readTable(place, tools.call);
  const changes = plan(table, input);
  await update(args, table, changes, tools.call);
  const result = await attempt(() => insert(args, table, changes, tools.call));
  const isChanged = changes.updates.length > 0 || changes.newTitles.length > 0;
  if (result.problem !== undefined && !isChanged) return tools.fail(result.problem);
  const lead =
    result.problem !== undefined && result.isUnknown
      ? "The new rows may be missing."
      : "The new rows were not written.";
  return {
    updated: changes.updates.length,
    appended: result.problem === undefined ? changes.inserts.length : 0,
    updated_row_numbers: changes.updates.map(({ row }) => row + 1),
    added_columns: changes.newTitles,
    duplicates: changes.duplicates,
    ...(result.problem === undefined ? {} : { problem: `${lead} ${result.problem}` }),
  };
};
