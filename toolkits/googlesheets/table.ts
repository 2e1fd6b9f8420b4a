/** A sheet as a table: a row of titles and the rows below it. */
import type { HandlerCall, HandlerTools } from "@/lib/catalog/tool-handler";
import { cellBlock, columnLetters, firstRow, quotedSheet } from "./a1";

export type Cell = string | number | boolean | null;

/** A table, and its place in the sheet, counted from 0. The row of titles is at `firstRow`. */
export type Table = { titles: string[]; rows: Cell[][]; firstRow: number; firstColumn: number };

/** The path of a spreadsheet's API. */
export const spreadsheetPath = (spreadsheetId: string | undefined): string =>
  `/v4/spreadsheets/${encodeURIComponent(spreadsheetId ?? "")}`;

const textOf = (cell: Cell | undefined): string => String(cell ?? "").trim();

/**
 * Titles without repetitions: an empty cell is called by its column's letters, and what repeats an earlier
 * title has its number behind it.
 */
export function uniqueTitles(cells: readonly Cell[], firstColumn: number): string[] {
  const counts = new Map<string, number>();
  return cells.map((cell, index) => {
    const title = textOf(cell) || columnLetters(firstColumn + index);
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    return count === 1 ? title : `${title} (${count})`;
  });
}

/**
 * Reads a table. Numbers come as numbers and dates as the sheet shows them.
 * @param range the cells of the table in A1 notation without a sheet; if left out, all of the sheet
 */
export async function readTable(
  { spreadsheetId, sheet, range }: { spreadsheetId: string | undefined; sheet: string; range?: string | undefined },
  call: HandlerCall,
): Promise<Table> {
  const where = range ? `${quotedSheet(sheet)}!${range}` : quotedSheet(sheet);
  const { data } = await call({
    method: "GET",
    path: `${spreadsheetPath(spreadsheetId)}/values/${encodeURIComponent(where)}`,
    query: { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "FORMATTED_STRING" },
  });
  const { range: place = "", values = [] } = data as { range?: string; values?: Cell[][] };
  const firstColumn = cellBlock(place.split(":", 1)[0] ?? "")?.startColumnIndex ?? 0;
  const [titles = [], ...rows] = values;
  return { titles: uniqueTitles(titles, firstColumn), rows, firstRow: firstRow(place) - 1, firstColumn };
}

/** The place of a column by its title: the same letters, or else the same but for capitals; -1 without one. */
export function titleIndex(titles: readonly string[], title: string): number {
  const exact = titles.indexOf(title.trim());
  const plain = title.trim().toLowerCase();
  return exact >= 0 ? exact : titles.findIndex((candidate) => candidate.toLowerCase() === plain);
}

/** The place of a column that must be there. */
export function requireTitle(titles: readonly string[], title: string, { fail }: HandlerTools): number {
  const index = titleIndex(titles, title);
  return index >= 0
    ? index
    : fail(`There is no column ${JSON.stringify(title)}. The columns are ${titles.slice(0, 50).join(", ") || "none"}.`);
}

/** Whether a cell holds a text; numbers are compared as they are written. */
export const holds = (cell: Cell | undefined, text: string): boolean => textOf(cell) === text.trim();

/** A range of one row, from one column to another, counted from 0. */
export const rowRange = (sheet: string, row: number, from: number, to: number): string =>
  `${quotedSheet(sheet)}!${columnLetters(from)}${row + 1}:${columnLetters(to)}${row + 1}`;
