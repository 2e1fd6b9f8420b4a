/** Rows by key, and rows as records, against a stand-in that keeps one sheet. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { recorderOf } from "@/test/builders/handler-recorder";
import { columnIndex, columnLetters } from "./a1";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const ROWS = [
  ["ID", "Name", "Status", "Name"],
  [7, "Ada", "open", "L"],
  ["", "", "", ""],
  ["8", "Bob", "Open"],
  [8, "Old Bob", "done"],
];
const sheet =
  (values: unknown[][], range = "'My sheet'!A1:Z1000", refusedPath?: RegExp) =>
  ({ method, path }: HandlerRequest): unknown => {
    if (refusedPath?.test(path)) throw new ProviderRefusal("Google Sheets answered 400 Bad Request.", 400);
    if (method === "GET" && path.includes("/values/")) return { range, values };
    return { sheets: [{ properties: { sheetId: 5, title: "My sheet", gridProperties: { columnCount: 4 } } }] };
  };
const args = { spreadsheetId: "a/b", sheetName: "My sheet" };
const writes = (requests: HandlerRequest[]) =>
  requests.filter(({ method }) => method !== "GET").map(({ path, body }) => [decodeURIComponent(path), body]);

describe("rows by a key", () => {
  it("are updated in the columns that are given, and added with columns that are missing", async () => {
    const rows = [
      ["9", "new", "x"],
      ["7", "done", null],
    ];
    const { result, requests } = run("upsertRows", { ...args, headers: ["id", "Status", "Note"], rows }, sheet(ROWS));
    expect(await result).toEqual({
      updated: 1,
      appended: 1,
      updated_row_numbers: [2],
      added_columns: ["Note"],
      duplicates: [],
    });
    const path = "/v4/spreadsheets/a/b";
    const room = { appendDimension: { sheetId: 5, dimension: "COLUMNS", length: 1 } };
    expect(writes(requests)).toEqual([
      [`${path}:batchUpdate`, { requests: [room] }],
      [
        `${path}/values:batchUpdate`,
        {
          valueInputOption: "USER_ENTERED",
          data: [
            { range: "'My sheet'!E1:E1", values: [["Note"]] },
            { range: "'My sheet'!A2:E2", values: [["7", null, "done", null, null]] },
          ],
        },
      ],
      [`${path}/values/'My sheet'!A1:E5:append`, { values: [["9", null, "new", null, "x"]] }],
    ]);
  });

  it("begin an empty sheet, or a table in the middle of one", async () => {
    const rows = [
      ["Email", "City"],
      ["ada@example.com", "London"],
    ];
    const empty = run("upsertRows", { ...args, rows, keyColumn: "email" }, sheet([]));
    expect(await empty.result).toMatchObject({ updated: 0, appended: 1, added_columns: ["Email", "City"] });
    const inside = run("upsertRows", { ...args, rows, tableStart: "C3" }, sheet(rows, "'My sheet'!C3:ZZZ1000"));
    expect(await inside.result).toMatchObject({ updated: 1, updated_row_numbers: [4] });
    expect(decodeURIComponent(inside.requests[0]?.path ?? "")).toContain("'My sheet'!C3:ZZZ");
    expect(JSON.stringify(writes(inside.requests))).toContain("'My sheet'!C4:D4");
  });

  it("stay in their columns if the title of the sheet looks like a range", async () => {
    const rows = [["ID"], ["7"]];
    const answer = sheet(rows, "'Plan: a!B2'!C3:ZZZ1000");
    const { result, requests } = run(
      "upsertRows",
      { ...args, sheetName: "Plan: a!B2", rows, tableStart: "C3" },
      answer,
    );
    await result;
    expect(JSON.stringify(writes(requests))).toContain("'Plan: a!B2'!C4:C4");
  });

  it("name keys that the sheet has twice, and update the first of them", async () => {
    const { result } = run("upsertRows", { ...args, rows: [["ID"], ["8"]] }, sheet(ROWS));
    expect(await result).toMatchObject({ updated_row_numbers: [4], duplicates: [{ key: "8", rows: [4, 5] }] });
  });

  it("that could not be added are named beside those that were updated", async () => {
    const rows = [["ID"], ["7"], ["9"]];
    const answer = sheet(ROWS, undefined, /append$/);
    expect(await run("upsertRows", { ...args, rows }, answer).result).toMatchObject({
      updated: 1,
      appended: 0,
      problem: "The new rows were not written. Google Sheets answered 400 Bad Request.",
    });
    await expect(run("upsertRows", { ...args, rows: [["ID"], ["9"]] }, answer).result).rejects.toThrow("400");
    const titled = [
      ["ID", "New"],
      ["9", "x"],
    ];
    expect(await run("upsertRows", { ...args, rows: titled }, answer).result).toMatchObject({
      added_columns: ["New"],
      appended: 0,
      problem: "The new rows were not written. Google Sheets answered 400 Bad Request.",
    });
  });

  it("whose writing got no answer are not called unwritten", async () => {
    const answer = (request: HandlerRequest): unknown => {
      if (request.path.endsWith("append")) throw new OutboundError("timeout", "Timeout.");
      return sheet(ROWS)(request);
    };
    expect((await run("upsertRows", { ...args, rows: [["ID"], ["7"], ["9"]] }, answer).result).problem).toMatch(
      /^The new rows may be missing\. .*Timeout\.$/,
    );
  });

  it.each([
    ["no rows", { rows: [["ID"]] }, "no rows to write"],
    ["an unknown key", { rows: [["ID"], ["1"]], keyColumn: "Nr" }, '"Nr" is none of the titles ID'],
    ["a title twice", { headers: ["ID", "id"], rows: [["1", "2"]] }, "twice"],
    ["an empty key", { headers: ["ID"], rows: [["1"], [""]] }, "Row 2 has no value"],
    ["a key twice", { headers: ["ID"], rows: [["1"], ["1"]] }, '"1" is in several rows'],
    ["a long row", { headers: ["ID"], rows: [["1", "2"]] }, "2 values for 1 titles"],
    ["no cell", { rows: [["ID"], ["1"]], tableStart: "here" }, "must be a cell"],
  ])("are refused with %s before anything is sent", async (_, more, words) => {
    const { result, requests } = run("upsertRows", { ...args, ...more }, sheet(ROWS));
    await expect(result).rejects.toThrow(words);
    expect(requests).toEqual([]);
  });
});

describe("rows as records", () => {
  const place = { spreadsheet_id: "s", sheet_name: "My sheet" };

  it("have the titles as keys and their numbers in the sheet, without empty rows", async () => {
    expect(await run("readRecords", place, sheet(ROWS)).result).toEqual({
      columns: ["ID", "Name", "Status", "Name (2)"],
      records: [
        { ID: 7, Name: "Ada", Status: "open", "Name (2)": "L" },
        { ID: "8", Name: "Bob", Status: "Open", "Name (2)": null },
        { ID: 8, Name: "Old Bob", Status: "done", "Name (2)": null },
      ],
      row_numbers: [2, 4, 5],
      total: 3,
    });
  });

  it("can be filtered, cut to columns, and read page by page", async () => {
    const more = { filter: { status: "OPEN" }, columns: ["name"], limit: 1 };
    expect(await run("readRecords", { ...place, ...more }, sheet(ROWS)).result).toEqual({
      columns: ["Name"],
      records: [{ Name: "Ada" }],
      row_numbers: [2],
      total: 2,
      next_offset: 1,
    });
    const next = await run("readRecords", { ...place, ...more, offset: 1 }, sheet(ROWS)).result;
    expect(next).toMatchObject({ records: [{ Name: "Bob" }] });
    expect(next).not.toHaveProperty("next_offset");
    await expect(run("readRecords", { ...place, filter: { City: "x" } }, sheet(ROWS)).result).rejects.toThrow(
      'no column "City". The columns are ID, Name, Status, Name (2).',
    );
  });

  it("have a key for each column, also where a title looks like the number of another", async () => {
    const values = [
      ["A", "A (2)", "A"],
      [1, 2, 3],
    ];
    expect((await run("readRecords", place, sheet(values)).result).records).toEqual([{ A: 1, "A (2)": 2, "A (3)": 3 }]);
  });

  it("come from a part of the sheet", async () => {
    const { result, requests } = run(
      "readRecords",
      { ...place, range: "B2:C9" },
      sheet([["", "x"], [1]], "'My sheet'!B2:C9"),
    );
    expect(await result).toMatchObject({ columns: ["B", "x"], records: [{ B: 1, x: null }], row_numbers: [3] });
    expect(decodeURIComponent(requests[0]?.path ?? "")).toContain("'My sheet'!B2:C9");
  });
});

it.each([0, 25, 26, 701, 702, 18_277])("column %d has letters that lead back to it", (index) => {
  expect(columnIndex(columnLetters(index))).toBe(index);
});
