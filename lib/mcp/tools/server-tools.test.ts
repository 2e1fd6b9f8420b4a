/** What MCP clients read of a tool: each hint comes from the tag of its name. */
import { expect, test } from "vitest";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { toMcpTool } from "./server-tools";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

const tool = (tags: string[]): CatalogTool =>
  ({
    slug: "EXAMPLE_TOOL",
    name: "Example",
    description: "",
    tags,
    inputSchema: { type: "object", properties: {} },
  }) as unknown as CatalogTool;

test.each(HINTS)("a tool with the tag %s shows this hint, and no other", (hint) =>
  expect(toMcpTool(tool([hint])).annotations).toEqual({
    title: "Example",
    ...Object.fromEntries(HINTS.map((name) => [name, name === hint])),
  }),
);

test("a tool without tags denies every hint, because an absent destructiveHint means true to clients", () =>
  expect(toMcpTool(tool([])).annotations).toEqual({
    title: "Example",
    ...Object.fromEntries(HINTS.map((name) => [name, false])),
  }));

test("arguments of another name are refused by the schema, unless the tool takes them", () => {
  const open = { ...tool([]), inputSchema: { type: "object", additionalProperties: true } } as CatalogTool;
  expect([toMcpTool(tool([])).inputSchema, toMcpTool(open).inputSchema]).toMatchObject([
    { additionalProperties: false },
    { additionalProperties: true },
  ]);
});
