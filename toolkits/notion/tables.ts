/**
 * Tables of Markdown (github.github.com/gfm/#tables-extension-) as tables of Notion
 * (developers.notion.com/reference/block#table).
 */

/** Maximum number of cells in a row, and of rows in a table, of one request: Notion accepts lists of 100. */
const MAX_LIST = 100;
/** Cells of one table, so that its request stays below Notion's 500 kB. */
const MAX_CELLS = 4000;

type Table = { header: string[]; rows: string[][] };

/** The texts between the unescaped bars of a line. */
function cellsOf(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  if (cells[0]?.trim() === "") cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === "") cells.pop();
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

const isTableLine = (line: string | undefined): line is string => line?.includes("|") === true;

/**
 * The table that begins at a line, and its number of lines; undefined if there is no table. Text whose missing cells
 * would be larger than itself is not a table, so that the result is never larger than the text.
 */
export function readTable(lines: readonly string[], from: number): (Table & { lines: number }) | undefined {
  const [first, second] = [lines[from], lines[from + 1]];
  if (!isTableLine(first) || !isTableLine(second) || !/^[\s|:-]+$/.test(second)) return undefined;
  const header = cellsOf(first);
  const marks = cellsOf(second);
  if (header.length !== marks.length || header.length > MAX_LIST) return undefined;
  if (!marks.every((mark) => /^:?-+:?$/.test(mark))) return undefined;
  const rows: string[][] = [];
  let characters = first.length + second.length;
  for (let index = from + 2; isTableLine(lines[index]); index += 1) {
    const line = lines[index] ?? "";
    const cells = cellsOf(line);
    rows.push(header.map((_, column) => cells[column] ?? ""));
    characters += line.length;
    if (rows.length * header.length > characters) return undefined;
  }
  return { header, rows, lines: rows.length + 2 };
}

/** Groups of rows that one table of Notion can contain in addition to its header. */
export function rowGroups({ header, rows }: Table): string[][][] {
  const size = Math.max(1, Math.min(MAX_LIST, Math.floor(MAX_CELLS / header.length)) - 1);
  const groups: string[][][] = [];
  for (let from = 0; from < rows.length; from += size) groups.push(rows.slice(from, from + size));
  return groups.length > 0 ? groups : [[]];
}
