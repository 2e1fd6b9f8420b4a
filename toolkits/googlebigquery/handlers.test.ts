/** BigQuery's query tool against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers, toRow } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

describe("toRow", () => {
  it("names cells, and keeps the digits of what a number cannot hold", () => {
    const fields = [
      { name: "n", type: "INTEGER" },
      { name: "big", type: "INTEGER" },
      { name: "price", type: "NUMERIC" },
      { name: "ok", type: "BOOLEAN" },
      { name: "none", type: "STRING" },
      { name: "tags", type: "STRING", mode: "REPEATED" },
      { name: "who", type: "RECORD", fields: [{ name: "age", type: "INTEGER" }] },
    ];
    const f = [
      { v: "7" },
      { v: "9007199254740993" },
      { v: "1.10" },
      { v: "true" },
      { v: null },
      { v: [{ v: "a" }, { v: "b" }] },
      { v: { f: [{ v: "3" }] } },
    ];
    expect(toRow({ f }, fields)).toEqual({
      n: 7,
      big: "9007199254740993",
      price: "1.10",
      ok: true,
      none: null,
      tags: ["a", "b"],
      who: { age: 3 },
    });
  });
});

describe("runQuery", () => {
  const ask = async (args: Record<string, unknown>, projects: { id: string }[]) => {
    const requests: HandlerRequest[] = [];
    const tools: HandlerTools = {
      call: (request) => {
        requests.push(request);
        return Promise.resolve({
          status: 200,
          headers: {},
          data:
            request.method === "GET"
              ? { projects }
              : {
                  schema: { fields: [{ name: "x", type: "STRING" }] },
                  rows: [{ f: [{ v: "1" }] }],
                  totalRows: "1",
                  jobComplete: true,
                  jobReference: { jobId: "J" },
                },
        });
      },
      readFile: () => Promise.reject(new Error("no files")),
      ...HANDLER_FACTS,
      fail: (message) => {
        throw new Error(message);
      },
    };
    return { answer: await handlers.runQuery?.(args as Record<string, never>, tools), requests };
  };

  it("finds the project when none is named", async () => {
    const { answer, requests } = await ask({ query: "SELECT 1" }, [{ id: "p1" }]);
    expect(answer).toMatchObject({ rows: [{ x: "1" }], total_rows: 1, complete: true, job_id: "J", project_id: "p1" });
    expect(requests[1]).toMatchObject({
      path: "/projects/p1/queries",
      body: { query: "SELECT 1", useLegacySql: false },
    });
  });

  it("asks for a project when the account sees none", async () => {
    await expect(ask({ query: "SELECT 1" }, [])).rejects.toThrow("Give project_id");
  });
});
