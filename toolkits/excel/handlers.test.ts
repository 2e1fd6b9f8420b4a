/** Excel's composite tools; the workbook is read by Python's own ZIP and XML readers. */
import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { toWorkbook } from "./workbook";

const run = async (name: string, args: Record<string, unknown>, data: unknown = {}) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { answer: await handlers[name]?.(args as Record<string, never>, tools), requests };
};

const READ = `
import io, json, sys, zipfile, xml.dom.minidom as dom
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
text = lambda name: dom.parseString(archive.read(name)).documentElement
print(json.dumps({"broken": archive.testzip(), "names": archive.namelist(),
  "sheets": [s.getAttribute("name") for s in text("xl/workbook.xml").getElementsByTagName("sheet")],
  "cells": [[(c.getAttribute("t"),
      "".join(n.data for n in [*c.getElementsByTagName("v"), *c.getElementsByTagName("t")][0].childNodes)
      if c.hasChildNodes() else "") for c in r.getElementsByTagName("c")]
    for r in text("xl/worksheets/sheet1.xml").getElementsByTagName("row")]}))
`;
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("toWorkbook", () => {
  it.skipIf(!hasPython)("is a whole ZIP with the sheets and cells, and makes no formula", () => {
    const bytes = toWorkbook([
      {
        name: "Q1/2 & more",
        data: [
          ["a<b", 1.5, true, null],
          ["=1+1", "é\u0001"],
        ],
      },
      { name: "" },
    ]);
    expect(JSON.parse(execFileSync("python3", ["-c", READ], { input: bytes, encoding: "utf8" }))).toEqual({
      broken: null,
      names: [
        "[Content_Types].xml",
        "_rels/.rels",
        "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels",
        "xl/worksheets/sheet1.xml",
        "xl/worksheets/sheet2.xml",
      ],
      sheets: ["Q1 2 & more", "Sheet2"],
      cells: [
        [
          ["inlineStr", "a<b"],
          ["", "1.5"],
          ["b", "1"],
          ["", ""],
        ],
        [
          ["inlineStr", "=1+1"],
          ["inlineStr", "é"],
        ],
      ],
    });
  });
});

describe("Excel", () => {
  it("puts a new workbook into a folder", async () => {
    const { requests } = await run("createWorkbook", { file_name: "Plan.xlsx", folder_id: "F" });
    expect(requests[0]).toMatchObject({ method: "PUT", path: "/me/drive/items/F:/Plan.xlsx:/content" });
    expect((requests[0]?.rawBody as Buffer).subarray(0, 2).toString()).toBe("PK");
  });

  it("finds workbooks only, and closes the session that is named", async () => {
    const { answer, requests } = await run(
      "listFiles",
      { search: "Ann's" },
      { value: [{ name: "a.xlsx" }, { name: "b.docx" }] },
    );
    expect(answer).toEqual({ files: [{ name: "a.xlsx" }] });
    expect(requests[0]?.path).toBe("/me/drive/root/search(q='Ann''s')");
    expect((await run("closeSession", { item_id: "I", session_id: "S" })).requests[0]).toMatchObject({
      path: "/me/drive/items/I/workbook/closeSession",
      headers: { "workbook-session-id": "S" },
    });
  });
});
