/** Google Sheets' composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { cellBlock, columnIndex, firstRow, quotedSheet } from "./a1";
import { handlers } from "./handlers";

type Answer = (request: HandlerRequest) => unknown;

const run = recorderOf(handlers);

describe("A1 notation", () => {
  it("reads cells, blocks and their sheets", () => {
    expect(cellBlock("'Q1!'!$B$2:C5")).toEqual({
      startRowIndex: 1,
      endRowIndex: 5,
      startColumnIndex: 1,
      endColumnIndex: 3,
    });
    expect(cellBlock("C5:A1")).toEqual({ startRowIndex: 0, endRowIndex: 5, startColumnIndex: 0, endColumnIndex: 3 });
    expect([cellBlock("A:C"), cellBlock(""), columnIndex("AA"), columnIndex("name"), columnIndex("4")]).toEqual([
      null,
      null,
      26,
      -1,
      -1,
    ]);
    expect([quotedSheet("Ann's"), firstRow("'Ann''s'!B3:D9"), firstRow("Sheet1!A1:Z")]).toEqual(["'Ann''s'", 3, 1]);
  });
});

describe("writeValues", () => {
  const values = [["a", 1]];

  it("writes from a cell on, whatever signs the sheet's title holds", async () => {
    const { result, requests } = run("writeValues", {
      spreadsheet_id: "S",
      sheet_name: "Ann's/1",
      first_cell_location: "B2",
      values,
    });
    await result;
    expect(requests).toEqual([
      {
        method: "PUT",
        path: "/v4/spreadsheets/S/values/'Ann''s%2F1'!B2",
        query: { valueInputOption: "USER_ENTERED", includeValuesInResponse: false },
        body: { values },
      },
    ]);
  });

  it("appends when no cell is named", async () => {
    const { result, requests } = run("writeValues", {
      spreadsheet_id: "S",
      sheet_name: "X",
      values,
      valueInputOption: "RAW",
    });
    await result;
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/v4/spreadsheets/S/values/'X':append",
      query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
    });
  });
});

describe("createFromJson", () => {
  it("writes the titles of all rows and never a formula", async () => {
    const { result, requests } = run(
      "createFromJson",
      {
        title: "T",
        sheet_name: "People",
        sheet_json: [
          { name: "Ada", age: 36 },
          { name: "=1+1", tags: ["x"] },
        ],
      },
      ({ method }) => (method === "POST" ? { spreadsheetId: "NEW" } : {}),
    );
    expect(await result).toEqual({ spreadsheetId: "NEW", rows: 2, columns: 3 });
    expect(requests[1]).toMatchObject({
      path: "/v4/spreadsheets/NEW/values/'People'!A1",
      query: { valueInputOption: "RAW" },
      body: {
        values: [
          ["name", "age", "tags"],
          ["Ada", 36, ""],
          ["=1+1", "", '["x"]'],
        ],
      },
    });
  });
});

describe("lookupRow", () => {
  const sheet: Answer = ({ path }) =>
    path.endsWith("/S")
      ? { sheets: [{ properties: { title: "One" } }] }
      : {
          range: "'One'!B3:C5",
          values: [
            ["id", "name"],
            [7, "Ada"],
            [8, "ada"],
          ],
        };

  it("gives the row's number in the sheet, in the first sheet unless told", async () => {
    const { result, requests } = run("lookupRow", { spreadsheet_id: "S", query: "ADA" }, sheet);
    expect(await result).toEqual({ found: true, row_number: 4, row: [7, "Ada"] });
    expect(requests[1]?.path).toBe("/v4/spreadsheets/S/values/'One'");
  });

  it("minds capitals when asked, and says when nothing fits", async () => {
    expect(
      await run("lookupRow", { spreadsheet_id: "S", query: "ada", range: "B3:C5", case_sensitive: true }, sheet).result,
    ).toMatchObject({ row_number: 5 });
    expect(await run("lookupRow", { spreadsheet_id: "S", query: "Grace", range: "B3:C5" }, sheet).result).toEqual({
      found: false,
    });
  });
});

describe("aggregateColumn", () => {
  const sheet: Answer = () => ({
    values: [
      ["region", "sales"],
      ["EU", 10],
      ["US", 30],
      ["EU", 20],
      ["EU", "n/a"],
    ],
  });
  const ask = (more: Record<string, unknown>) =>
    run("aggregateColumn", { spreadsheet_id: "S", sheet_name: "X", target_column: "sales", ...more }, sheet).result;
  const europe = { search_column: "A", search_value: "EU" };

  it.each([
    ["sum", 30, 3, 2],
    ["average", 15, 3, 2],
    ["count", 3, 3, 2],
    ["min", 10, 3, 2],
    ["max", 20, 3, 2],
    ["percentage", 50, 3, 2],
  ])("%s of the chosen rows", async (operation, result, rows, numbers) => {
    expect(await ask({ operation, ...europe })).toEqual({ operation, result, rows, numbers });
  });

  it("takes all rows without a search column, and names what is missing", async () => {
    expect(await ask({ operation: "sum" })).toMatchObject({ result: 60 });
    await expect(ask({ operation: "sum", target_column: "profit" })).rejects.toThrow('no column "profit"');
    await expect(ask({ operation: "max", search_column: "region", search_value: "Asia" })).rejects.toThrow("no number");
  });
});

describe("single requests", () => {
  it.each([
    [
      "updateSheetProperties",
      { spreadsheetId: "S", updateSheetProperties: { properties: { sheetId: 3, title: "New", index: 0 } } },
      { updateSheetProperties: { properties: { sheetId: 3, title: "New", index: 0 }, fields: "title,index" } },
    ],
    [
      "createRow",
      { spreadsheet_id: "S", sheet_id: 0, inherit_from_before: true },
      {
        insertDimension: {
          range: { sheetId: 0, dimension: "ROWS", startIndex: 0, endIndex: 1 },
          inheritFromBefore: false,
        },
      },
    ],
    [
      "formatCell",
      { spreadsheet_id: "S", worksheet_id: 0, range: "B2", bold: true, red: 1 },
      {
        repeatCell: {
          range: { sheetId: 0, startRowIndex: 1, endRowIndex: 2, startColumnIndex: 1, endColumnIndex: 2 },
          cell: { userEnteredFormat: { backgroundColor: { red: 1, green: 0, blue: 0 }, textFormat: { bold: true } } },
          fields: "userEnteredFormat.backgroundColor,userEnteredFormat.textFormat.bold",
        },
      },
    ],
  ])("%s", async (name, args, request) => {
    const { result, requests } = run(name, args);
    await result;
    expect(requests).toEqual([
      { method: "POST", path: "/v4/spreadsheets/S:batchUpdate", body: { requests: [request] } },
    ]);
  });

  it("draws one series a column, and asks for a second column", async () => {
    const { result, requests } = run("createChart", {
      spreadsheet_id: "S",
      sheet_id: 5,
      chart_type: "BAR",
      data_range: "A1:C4",
      title: "T",
      background_red: 0.5,
    });
    await result;
    expect(requests[0]?.body).toMatchObject({
      requests: [
        {
          addChart: {
            chart: {
              spec: {
                title: "T",
                backgroundColorStyle: { rgbColor: { red: 0.5, green: 0, blue: 0 } },
                basicChart: {
                  series: [
                    { targetAxis: "BOTTOM_AXIS" },
                    { series: { sourceRange: { sources: [{ sheetId: 5, startColumnIndex: 2, endColumnIndex: 3 }] } } },
                  ],
                },
              },
            },
          },
        },
      ],
    });
    await expect(
      run("createChart", { spreadsheet_id: "S", sheet_id: 5, chart_type: "BAR", data_range: "A1:A4" }).result,
    ).rejects.toThrow("one column");
  });
});

describe("searchSpreadsheets", () => {
  it("keeps quotes inside the search, and orders by relevance where Drive allows no other order", async () => {
    const { result, requests } = run("searchSpreadsheets", { query: "Ann's" }, () => ({ files: [{ id: "1" }] }));
    expect(await result).toEqual({ spreadsheets: [{ id: "1" }], nextPageToken: "" });
    expect(requests[0]?.query).toMatchObject({
      q:
        "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false and (name contains " +
        "'Ann\\'s' or fullText contains 'Ann\\'s')",
      orderBy: undefined,
    });
  });
});
