/** A1 notation: the names of sheets and cells as the Sheets API reads them. */

/** A block of cells, counted from 0; the ends are exclusive. */
export type CellBlock = {
  startRowIndex: number;
  endRowIndex: number;
  startColumnIndex: number;
  endColumnIndex: number;
};

/**
 * A sheet's title inside a range: quoted, its own quotes doubled
 * (https://developers.google.com/workspace/sheets/api/guides/concepts#cell).
 */
export const quotedSheet = (title: string): string => `'${title.replaceAll("'", "''")}'`;

/** "A" is 0, "AA" is 26; -1 for anything that is not a column's letters. */
export function columnIndex(letters: string): number {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return -1;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a column: 0 is "A", 26 is "AA". */
export function columnLetters(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : columnLetters(Math.floor(index / 26) - 1) + rest;
}

/** "B2:C5", or a single cell, as a block; null when it is neither. A sheet's name before "!" is left out. */
export function cellBlock(range: string): CellBlock | null {
  const cells = range.slice(range.lastIndexOf("!") + 1).replaceAll("$", "");
  const match = /^([A-Za-z]{1,3})([1-9]\d{0,6})(?::([A-Za-z]{1,3})([1-9]\d{0,6}))?$/.exec(cells);
  if (!match) return null;
  const [, column = "", row = "", lastColumn = column, lastRow = row] = match;
  const [columns, rows] = [
    [columnIndex(column), columnIndex(lastColumn)],
    [Number(row), Number(lastRow)],
  ];
  return {
    startRowIndex: Math.min(...rows) - 1,
    endRowIndex: Math.max(...rows),
    startColumnIndex: Math.min(...columns),
    endColumnIndex: Math.max(...columns) + 1,
  };
}

/** The first row's number (counted from 1) of a range such as "'Sheet 1'!B3:D9"; 1 when it names none. */
export const firstRow = (range: string): number =>
  Number(/^\$?[A-Za-z]*\$?(\d+)/.exec(range.slice(range.lastIndexOf("!") + 1))?.[1] ?? 1);
