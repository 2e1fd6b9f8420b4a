/** A sheet as a table: a row of titles and the rows below it. */
import type { HandlerCall, HandlerTools } from "@/lib/catalog/tool-handler";
import { cellBlock, columnLetters, firstRow, quotedSheet } from "./a1";

export type Cell = string | number | boolean | null;

/** A table, and its place in the sheet, counted from 0. The row of titles is at `firstRow`. */
export type Table = { titles: string[]; rows: Cell[][]; firstRow: number; firstColumn: number };

/** The path of a spreadsheet's API. */
export const spreadsheetPath = (spreadsheetId: string | undefined): string =>
  `/v4/spreadsheets/${encodeURIComponent(spreadsheetId ?? "")}`;

/** A key for titles that are equal but for capitals. */
const plainTitle = (title: string): string => title.trim().toLowerCase();

const textOf = (cell: Cell | undefined): string => String(cell ?? "").trim();

/**
 * Titles without repetitions: an empty cell is called by its column's letters, and what repeats an earlier
 * title has its number behind it.
 */
export function uniqueTitles(cells: readonly Cell[], firstColumn: number): string[] {
  const [counts, titles] = [new Map<string, number>(), new Set<string>()];
  return cells.map((cell, index) => {
    const title = textOf(cell) || columnLetters(firstColumn + index);
    let [count, unique] = [counts.get(title) ?? 0, title];
    do {
      count += 1;
      unique = count === 1 ? title : `${title} (${count})`;
    } while (titles.has(unique));
    counts.set(title, count);
    titles.add(unique);
    return unique;
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
  const firstColumn = cellBlock(place.slice(place.lastIndexOf("!") + 1).split(":", 1)[0] ?? "")?.startColumnIndex ?? 0;
  const [titles = [], ...rows] = values;
  return { titles: uniqueTitles(titles, firstColumn), rows, firstRow: firstRow(place) - 1, firstColumn };
}

/** Finds the place of a column by its title: the same letters, or else the same but for capitals; -1 without one. */
export function titleFinder(titles: readonly string[]): (title: string) => number {
  // The first of several is set last.
  const entries = titles.map((title, index): [string, number] => [title, index]).reverse();
  const [exact, plain] = [new Map(entries), new Map(entries.map(([title, index]) => [plainTitle(title), index]))];
  return (title) => exact.get(title.trim()) ?? plain.get(plainTitle(title)) ?? -1;
}

/** Finds the places of columns that must be there. */
export function titlePlaces(titles: readonly string[], { fail }: HandlerTools): (title: string) => number {
  const findTitle = titleFinder(titles);
  return (title) => {
    const index = findTitle(title);
    const list = titles.slice(0, 50).join(", ") || "none";
    return index >= 0 ? index : fail(`There is no column ${JSON.stringify(title)}. The columns are ${list}.`);
  };
}

/** Whether a cell holds a text; numbers are compared as they are written. */
export const holds = (cell: Cell | undefined, text: string): boolean => textOf(cell) === text.trim();

/** A range of one row, from one column to another, counted from 0. */
export const rowRange = (sheet: string, row: number, from: number, to: number): string =>
  `${quotedSheet(sheet)}!${columnLetters(from)}${row + 1}:${columnLetters(to)}${row + 1}`;
