/** The wrong results as a file: a table for spreadsheets, or JSON for programs. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { wrongResultsApi } from "@/generated/addresses/find/wrong-results";

export type WrongResult = ResultOf<typeof wrongResultsApi.listWrongResults>["items"][number];

/** Cells that a spreadsheet would run as a formula; an apostrophe turns them into text. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Tabs and line breaks end cells and rows, so a cell has spaces instead. */
const toCell = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return FORMULA.test(line) ? `'${line}` : line;
};

/** Tab-separated: a heading, then a line per row. Several slugs share a cell, separated by spaces. */
export const toTsv = (rows: readonly WrongResult[]): string =>
  [
    ["request", "expected", "shown", "created_at", "outcome"],
    ...rows.map(({ request, expected, shown: slugs, created_at: time, outcome }) => [
      request,
      expected ?? "",
      slugs.join(" "),
      time,
      outcome ?? "",
    ]),
  ]
    .map((cells) => `${cells.map(toCell).join("\t")}\n`)
    .join("");

/** The rows as the API returns them, without their ids, which mean nothing elsewhere. */
export const toJson = (rows: readonly WrongResult[]): string =>
  `${JSON.stringify(
    rows.map(({ id: _, ...row }) => row),
    null,
    2,
  )}\n`;
