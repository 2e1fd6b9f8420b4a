/**
 * Google Sheets tools that are more than one described request: writing blocks, finding rows, aggregating, searching.
 */
import type { HandlerCall, HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { quotedText } from "@/lib/catalog/quoted-text";
import { columnIndex, firstRow, quotedSheet } from "./a1";
import { readRecords } from "./records";
import { requestHandlers } from "./requests";
import { upsertRows } from "./upsert";

type Values = Record<string, unknown>;
type Cell = string | number | boolean | null;
type Sheet = { properties?: { sheetId?: number; title?: string } };

const base = (spreadsheetId: string | undefined): string =>
  `/v4/spreadsheets/${encodeURIComponent(spreadsheetId ?? "")}`;

async function findSheets(spreadsheetId: string | undefined, call: HandlerCall): Promise<Sheet[]> {
  const { data } = await call({ method: "GET", path: base(spreadsheetId), query: { fields: "sheets.properties" } });
  return (data as { sheets?: Sheet[] }).sheets ?? [];
}

async function readRange(
  spreadsheetId: string | undefined,
  range: string,
  call: HandlerCall,
  query: Record<string, string> = {},
): Promise<{ range: string; rows: Cell[][] }> {
  const { data } = await call({
    method: "GET",
    path: `${base(spreadsheetId)}/values/${encodeURIComponent(range)}`,
    query,
  });
  const answer = data as { range?: string; values?: Cell[][] };
  return { range: answer.range ?? range, rows: answer.values ?? [] };
}

type WriteArguments = {
  spreadsheet_id?: string;
  sheet_name?: string;
  first_cell_location?: string;
  values?: Cell[][];
  valueInputOption?: string;
  includeValuesInResponse?: boolean;
};

const writeValues: ToolHandler = async (args: WriteArguments, { call }) => {
  const [sheet, cell] = [quotedSheet(args.sheet_name ?? ""), args.first_cell_location];
  const range = cell ? `${sheet}!${cell}` : sheet;
  const path = `${base(args.spreadsheet_id)}/values/${encodeURIComponent(range)}`;
  const query = {
    valueInputOption: args.valueInputOption ?? "USER_ENTERED",
    includeValuesInResponse: args.includeValuesInResponse ?? false,
  };
  const body = { values: args.values };
  const { data } = cell
    ? await call({ method: "PUT", path, query, body })
    : await call({
        method: "POST",
        path: `${path}:append`,
        query: { ...query, insertDataOption: "INSERT_ROWS" },
        body,
      });
  return data as Values;
};

const createSpreadsheet: ToolHandler = async (args: { title?: string }, { call }) => {
  const { data } = await call({
    method: "POST",
    path: "/v4/spreadsheets",
    body: { properties: { title: args.title } },
  });
  return data as Values;
};

/** A cell takes text, numbers and truth values; anything deeper is written as JSON. */
const toCell = (value: unknown): Cell =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : (value as Cell);

const createFromJson: ToolHandler = async (
  args: { title?: string; sheet_name?: string; sheet_json?: Values[] },
  { call, fail },
) => {
  const rows = args.sheet_json ?? [];
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (titles.length === 0) return fail("The rows have no keys. Give a list of objects with at least one key.");
  const { data } = await call({
    method: "POST",
    path: "/v4/spreadsheets",
    body: { properties: { title: args.title }, sheets: [{ properties: { title: args.sheet_name } }] },
  });
  const created = data as { spreadsheetId?: string };
  const values = [titles, ...rows.map((row) => titles.map((title) => toCell(row[title])))];
  const range = `${quotedSheet(args.sheet_name ?? "")}!A1`;
  // RAW: values of JSON are data, never formulas.
  await call({
    method: "PUT",
    path: `${base(created.spreadsheetId)}/values/${encodeURIComponent(range)}`,
    query: { valueInputOption: "RAW" },
    body: { values },
  });
  return { ...created, rows: rows.length, columns: titles.length };
};

const lookupRow: ToolHandler = async (
  args: { spreadsheet_id?: string; query?: string; range?: string; case_sensitive?: boolean },
  { call, fail },
) => {
  const where =
    args.range ??
    quotedSheet(
      (await findSheets(args.spreadsheet_id, call))[0]?.properties?.title ?? fail("The spreadsheet has no sheet."),
    );
  const { range, rows } = await readRange(args.spreadsheet_id, where, call);
  const plain = (text: string): string => (args.case_sensitive ? text : text.toLowerCase()).trim();
  const query = plain(args.query ?? "");
  const rowIndex = rows.findIndex((row) => row.some((cell) => plain(String(cell ?? "")) === query));
  return rowIndex === -1
    ? { found: false }
    : { found: true, row_number: firstRow(range) + rowIndex, row: rows[rowIndex] ?? [] };
};

type AggregateArguments = {
  spreadsheet_id?: string;
  sheet_name?: string;
  target_column?: string;
  operation?: string;
  search_column?: string;
  search_value?: string;
  has_header_row?: boolean;
  case_sensitive?: boolean;
};

/** A title of the first row wins over a column's letters: a column may be titled "ID". */
function columnOf(name: string, titles: Cell[] | undefined, { fail }: HandlerTools): number {
  const titled =
    titles?.findIndex(
      (title) =>
        String(title ?? "")
          .trim()
          .toLowerCase() === name.trim().toLowerCase(),
    ) ?? -1;
  const index = titled === -1 ? columnIndex(name.trim()) : titled;
  return index === -1
    ? fail(`There is no column ${JSON.stringify(name)}. Give its letter or its title in the first row.`)
    : index;
}

const OPERATIONS: Record<string, (numbers: number[], rows: number) => number> = {
  sum: (numbers) => numbers.reduce((total, number) => total + number, 0),
  average: (numbers) => numbers.reduce((total, number) => total + number, 0) / numbers.length,
  count: (_, rows) => rows,
  min: (numbers) => numbers.reduce((least, number) => Math.min(least, number)),
  max: (numbers) => numbers.reduce((most, number) => Math.max(most, number)),
};

const numbersAt = (rows: Cell[][], column: number): number[] =>
  rows.map((row) => row[column]).filter((cell): cell is number => typeof cell === "number");

const aggregateColumn: ToolHandler = async (args: AggregateArguments, tools) => {
  const { rows: all } = await readRange(args.spreadsheet_id, quotedSheet(args.sheet_name ?? ""), tools.call, {
    valueRenderOption: "UNFORMATTED_VALUE",
  });
  const titles = args.has_header_row === false ? undefined : all[0];
  const rows = titles ? all.slice(1) : all;
  const target = columnOf(args.target_column ?? "", titles, tools);
  const search = args.search_column ? columnOf(args.search_column, titles, tools) : undefined;
  const plain = (text: string): string => (args.case_sensitive === false ? text.toLowerCase() : text).trim();
  const selectedRows =
    search === undefined
      ? rows
      : rows.filter((row) => plain(String(row[search] ?? "")) === plain(args.search_value ?? ""));
  const numbers = numbersAt(selectedRows, target);
  const operation = args.operation ?? "sum";
  if (numbers.length === 0 && operation !== "count" && operation !== "sum")
    return tools.fail(`The ${selectedRows.length} chosen rows have no number in column ${args.target_column}.`);
  const sum = (list: number[]): number => OPERATIONS.sum?.(list, 0) ?? 0;
  const whole = sum(numbersAt(rows, target));
  if (operation === "percentage" && whole === 0)
    return tools.fail(`The numbers of column ${args.target_column} sum up to 0, so there is no percentage.`);
  const result =
    operation === "percentage" ? (sum(numbers) / whole) * 100 : OPERATIONS[operation]?.(numbers, selectedRows.length);
  return { operation, result: result ?? 0, rows: selectedRows.length, numbers: numbers.length };
};

type SearchArguments = {
  query?: string;
  search_type?: string;
  starred_only?: boolean;
  shared_with_me?: boolean;
  created_after?: string;
  modified_after?: string;
  include_trashed?: boolean;
  include_shared_drives?: boolean;
  order_by?: string;
  max_results?: number;
  page_token?: string;
};

function words({ query, search_type: place = "both" }: SearchArguments): string[] {
  if (!query) return [];
  const [byName, byContent] = [`name contains ${quotedText(query)}`, `fullText contains ${quotedText(query)}`];
  return [place === "name" ? byName : place === "content" ? byContent : `(${byName} or ${byContent})`];
}

const searchQuery = (args: SearchArguments): string =>
  [
    "mimeType = 'application/vnd.google-apps.spreadsheet'",
    ...(args.include_trashed ? [] : ["trashed = false"]),
    ...words(args),
    ...(args.starred_only ? ["starred = true"] : []),
    ...(args.shared_with_me ? ["sharedWithMe = true"] : []),
    ...(args.created_after ? [`createdTime > ${quotedText(args.created_after)}`] : []),
    ...(args.modified_after ? [`modifiedTime > ${quotedText(args.modified_after)}`] : []),
  ].join(" and ");

const searchSpreadsheets: ToolHandler = async (args: SearchArguments, { call }) => {
  const shared = args.include_shared_drives ?? true;
  const isFullText = args.query !== undefined && args.search_type !== "name";
  const { data } = await call({
    method: "GET",
    path: "https://www.googleapis.com/drive/v3/files",
    query: {
      q: searchQuery(args),
      pageSize: args.max_results ?? 10,
      pageToken: args.page_token,
      supportsAllDrives: shared,
      includeItemsFromAllDrives: shared,
      // Drive gives full-text answers by relevance only.
      orderBy: isFullText ? undefined : (args.order_by ?? "modifiedTime desc"),
      fields:
        "nextPageToken,files(id,name,webViewLink,createdTime,modifiedTime,owners(displayName,emailAddress),shared,starred,trashed)",
    },
  });
  const page = data as { files?: Values[]; nextPageToken?: string };
  return { spreadsheets: page.files ?? [], nextPageToken: page.nextPageToken ?? "" };
};

export const handlers: ToolHandlers = {
  ...requestHandlers,
  writeValues,
  createSpreadsheet,
  createFromJson,
  lookupRow,
  aggregateColumn,
  searchSpreadsheets,
  readRecords,
  upsertRows,
  getSheetNames: async (args: { spreadsheet_id?: string }, { call }) => ({
    sheet_names: (await findSheets(args.spreadsheet_id, call)).map(({ properties }) => properties?.title ?? ""),
  }),
  findWorksheet: async (args: { spreadsheet_id?: string; title?: string }, { call }) => {
    const sheet = (await findSheets(args.spreadsheet_id, call)).find(
      ({ properties }) => properties?.title === args.title,
    );
    return sheet ? { found: true, worksheet: sheet.properties ?? {} } : { found: false };
  },
};
