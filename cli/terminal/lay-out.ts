/** Lays out texts for a terminal: paragraphs, pairs of a label and a text, and tables that fit its width. */
import { stripVTControlCharacters } from "node:util";
import type { Screen } from "../command";

/** Help without a terminal, and the widest that is easy to read. */
const READABLE = 100;
const GAP = "  ";
const MIN_COLUMN = 8;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const withoutControls = (line: string): string => stripVTControlCharacters(line).replace(/\p{Cc}+/gu, " ");

/** One line without control characters: what providers wrote must not move the cursor or change colors. */
export const toPlainLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

/** Lines without other control characters than their breaks. */
export const toPlainLines = (text: string): string => text.split("\n").map(withoutControls).join("\n");

/** The columns that a line without control characters takes. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** The beginning of a line that fits, with `…` if something is left out. */
export function clipLine(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let clipped = "";
  let columns = 1;
  for (const { segment } of graphemes.segment(text)) {
    columns += columnsOf(segment);
    if (columns > width) break;
    clipped += segment;
  }
  return `${clipped.trimEnd()}…`;
}

const padLine = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - columnsOf(text)));

/** Breaks a paragraph between words. A word that is too long keeps its line. */
export function wrapText(text: string, width: number): string[] {
  const limit = Math.min(width, READABLE);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= limit)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Labels, each followed by its text; the texts wrap in a column. */
export function pairLines(pairs: readonly (readonly [string, string])[], screen: Screen): string[] {
  const labels = Math.max(0, ...pairs.map(([label]) => columnsOf(label)));
  const indent = GAP.length + labels + GAP.length;
  const room = Math.max(20, Math.min(screen.width, READABLE) - indent);
  return pairs.flatMap(([label, text]) =>
    wrapText(text, room).map((line, index) =>
      index === 0 ? `${GAP}${padLine(label, labels)}${GAP}${line}` : `${" ".repeat(indent)}${line}`,
    ),
  );
}

export type Column<Row> = {
  title: string;
  valueOf: (row: Row) => string;
  /** Its texts wrap onto further lines instead of being clipped. */
  wraps?: boolean;
};

/** Takes columns from the widest until the table fits. */
function fitWidths(widths: number[], available: number): number[] {
  const fitting = [...widths];
  let excess = fitting.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = fitting.indexOf(Math.max(...fitting));
    const width = fitting[widest] ?? 0;
    if (width <= MIN_COLUMN) break;
    fitting[widest] = width - 1;
    excess--;
  }
  return fitting;
}

const bold = (text: string, { hasColors }: Screen): string => (hasColors ? `\u001b[1m${text}\u001b[22m` : text);

/** The lines of a table with titles, at most as wide as the screen. */
export function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string[] {
  const cells = rows.map((row) => columns.map(({ valueOf }) => toPlainLine(valueOf(row))));
  const natural = columns.map(({ title }, index) =>
    Math.max(columnsOf(title), ...cells.map((line) => columnsOf(line[index] ?? ""))),
  );
  const widths = fitWidths(natural, screen.width - GAP.length * (columns.length - 1));
  const layOut = (line: readonly string[]): string[] => {
    const parts = line.map((text, index) => {
      const width = widths[index] ?? 0;
      return columns[index]?.wraps
        ? wrapText(text, width).map((part) => clipLine(part, width))
        : [clipLine(text, width)];
    });
    const height = Math.max(...parts.map((part) => part.length));
    return Array.from({ length: height }, (_, y) =>
      parts
        .map((part, index) => padLine(part[y] ?? "", widths[index] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  };
  const titles = layOut(columns.map(({ title }) => title));
  return [...titles.map((line) => bold(line, screen)), ...cells.flatMap(layOut)];
}
