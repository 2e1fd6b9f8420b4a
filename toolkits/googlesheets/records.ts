/** Reads a sheet as records: one object for each row, whose keys are the titles of the first row. */
import type { ToolHandler } from "@/lib/catalog/tool-handler";
import { holds, readTable, titlePlaces, type Cell } from "./table";

type RecordArguments = {
  spreadsheet_id?: string;
  sheet_name?: string;
  range?: string;
  columns?: string[];
  filter?: Record<string, unknown>;
  offset?: number;
  limit?: number;
};

const DEFAULT_LIMIT = 500;

const toText = (value: unknown): string =>
  String(value ?? "")
    .trim()
    .toLowerCase();

export const readRecords: ToolHandler = async (args: RecordArguments, tools) => {
  const place = { spreadsheetId: args.spreadsheet_id, sheet: args.sheet_name ?? "", range: args.range };
  const table = await readTable(place, tools.call);
  const placeOf = titlePlaces(table.titles, tools);
  const conditions = Object.entries(args.filter ?? {}).map(([title, value]) => ({
    column: placeOf(title),
    value: toText(value),
  }));
  const columns = args.columns?.length ? args.columns.map(placeOf) : table.titles.map((_, index) => index);
  const isFilled = (row: Cell[]): boolean => row.some((cell) => !holds(cell, ""));
  const matches = table.rows
    .map((row, index) => ({ row, number: table.firstRow + index + 2 }))
    .filter(({ row }) => isFilled(row) && conditions.every(({ column, value }) => toText(row[column]) === value));
  const offset = args.offset ?? 0;
  const selected = matches.slice(offset, offset + (args.limit ?? DEFAULT_LIMIT));
  return {
    columns: columns.map((index) => table.titles[index] ?? ""),
    records: selected.map(({ row }) =>
      Object.fromEntries(columns.map((index) => [table.titles[index] ?? "", row[index] ?? null])),
    ),
    row_numbers: selected.map(({ number }) => number),
    total: matches.length,
    ...(offset + selected.length < matches.length ? { next_offset: offset + selected.length } : {}),
  };
};
