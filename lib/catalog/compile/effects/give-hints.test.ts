/** Hints as tags: each tool has one hint for its effect, and no hints that contradict each other. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { giveHints } from "./give-hints";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const tool = (slug: string, method?: Method, tags: string[] = []): CompiledTool => ({
  slug,
  name: slug,
  description: "",
  tags,
  scopes: [],
  inputSchema: { type: "object", properties: {} },
  outputSchema: { type: "object", properties: {} },
  run: method
    ? { request: { method, path: "/things", baseUrl: "https://x.example", parameters: [] } }
    : { handler: "run" },
  important: false,
  deprecated: false,
  aliases: [],
});

function tagsFor(compiled: CompiledTool, effects: Parameters<typeof giveHints>[2] = {}): string[] {
  giveHints([compiled], "shop", effects, "toolkits/shop/toolkit.yaml");
  return compiled.tags;
}

describe("a tool has the hint of what it does, and of whether it may be repeated", () => {
  it.each([
    ["SHOP_LIST_ORDERS", "GET", ["readOnlyHint", "idempotentHint"]],
    ["SHOP_CREATE_ORDER", "POST", ["createHint"]],
    ["SHOP_UPDATE_ORDER", "PATCH", ["updateHint", "idempotentHint"]],
    ["SHOP_RESTART_SERVER", "POST", ["updateHint"]],
    ["SHOP_DELETE_ORDER", "DELETE", ["destructiveHint", "idempotentHint"]],
    ["SHOP_RUN_SQL", "POST", ["destructiveHint"]],
  ] as const)("%s by %s", (slug, method, hints) =>
    expect(tagsFor(tool(slug, method, ["orders"]))).toEqual([...hints, "openWorldHint", "orders"]),
  );
});

it("what a PUT makes at its own address is made once", () => {
  const put = (path: string): CompiledTool => {
    const compiled = tool("SHOP_CREATE_SECRET", "PUT");
    return { ...compiled, run: { request: { method: "PUT", baseUrl: "https://x.example", parameters: [], path } } };
  };
  expect(tagsFor(put("/secrets/{name}"))).toContain("idempotentHint");
  expect(tagsFor(put("/secrets"))).not.toContain("idempotentHint");
});

it("a job that a POST starts, and a code that works once, are not repeated", () => {
  expect(tagsFor(tool("SHOP_REASSIGN_BOOKING", "POST"))).not.toContain("idempotentHint");
  const saved = tool("SHOP_UPDATE_CALENDAR", "GET");
  const inputSchema = { type: "object" as const, properties: { code: {}, state: {} }, required: ["code", "state"] };
  expect(tagsFor({ ...saved, inputSchema }, { SHOP_UPDATE_CALENDAR: "update" })).not.toContain("idempotentHint");
  const rows = {
    ...tool("SHOP_UPDATE_TABLE", "PATCH"),
    description: "Write cells. Without a place, rows are appended.",
  };
  expect(tagsFor(rows)).not.toContain("idempotentHint");
});

it("a deletion by position is not repeated: the second one deletes what moved there", () => {
  const rowTool = (name: string): CompiledTool => ({
    ...tool("SHOP_DELETE_TABLE_ROW", "DELETE"),
    inputSchema: { type: "object", properties: { cell: { type: "object", properties: { [name]: {} } } } },
  });
  for (const name of ["rowIndex", "table_start_index"])
    expect(tagsFor(rowTool(name)).slice(0, 2)).toEqual(["destructiveHint", "openWorldHint"]);
  expect(tagsFor(rowTool("rowId"))).toContain("idempotentHint");
});

it("a list of changes that can hold deletions counts as destructive", () => {
  const batch = (...kinds: string[]): CompiledTool => {
    const properties = Object.fromEntries(kinds.map((kind) => [kind, { type: "object" as const }]));
    const requests = { type: "array" as const, items: { type: "object" as const, properties } };
    return { ...tool("SHOP_BATCH_UPDATE", "POST"), inputSchema: { type: "object", properties: { requests } } };
  };
  expect(tagsFor(batch("updateCells", "deleteSheet"))).toEqual(["destructiveHint", "openWorldHint"]);
  expect(tagsFor(batch("updateCells", "deleteTime"))[0]).toBe("updateHint");
});

describe("what the toolkit's file says comes first", () => {
  it("a hint among the tags", () =>
    expect(tagsFor(tool("SHOP_MAP", "POST", ["readOnlyHint"]))).toEqual([
      "readOnlyHint",
      "idempotentHint",
      "openWorldHint",
    ]));
  it("an effect, before the tags and before the one for all others", () => {
    expect(tagsFor(tool("SHOP_MAP", "POST"), { SHOP_MAP: "read", "*": "create" })[0]).toBe("readOnlyHint");
    expect(tagsFor(tool("SHOP_MAP", "POST"), { "*": "read" })[0]).toBe("readOnlyHint");
  });
  it("refused for a tool that does not exist", () =>
    expect(() => tagsFor(tool("SHOP_MAP", "POST"), { SHOP_MOP: "read" })).toThrow("effects.SHOP_MOP"));
});

describe("refused", () => {
  it("hints that contradict each other", () =>
    expect(() => tagsFor(tool("SHOP_MAP", "POST", ["readOnlyHint", "destructiveHint"]))).toThrow(
      "SHOP_MAP: the tags readOnlyHint and destructiveHint exclude each other",
    ));
  it("a composite tool of which nothing is known", () => {
    expect(() => tagsFor(tool("SHOP_WEATHER"))).toThrow("say so under `effects`");
    expect(tagsFor(tool("SHOP_WEATHER"), { SHOP_WEATHER: "read" })).toContain("readOnlyHint");
  });
  it("a tool that is named by a destroying verb and told to only read", () => {
    for (const slug of ["SHOP_DELETE_ORDER", "SHOP_BULK_REMOVE_ORDERS", "SHOP_UNINSTALLS_APP"])
      expect(() => tagsFor(tool(slug, "GET"), { [slug]: "read" })).toThrow("cannot be one that only reads");
  });
});
