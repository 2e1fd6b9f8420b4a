import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { toSnippets } from "./to-snippets";

const tool = (properties: object, required: string[] = []) =>
  ({
    slug: "MAIL_SEND",
    name: "Send mail",
    inputSchema: { type: "object", properties, required },
  }) as unknown as CatalogTool;

it("calls the tool with its required arguments, by values that its schema names", () => {
  const properties = {
    to: { type: "string" },
    kind: { type: "string", enum: ["plain", "rich"] },
    count: { type: "integer" },
    flags: { type: "object", examples: [{ urgent: true, by: null, of: [1, "a"] }] },
    long: { type: "string", default: "x".repeat(500) },
    other: { type: "string" },
  };
  const [snippet] = toSnippets([tool(properties, ["to", "kind", "count", "flags", "long"])]);
  expect(snippet).toEqual({
    description: "Send mail, from code in the workbench",
    code: [
      'result, error = run_composio_tool("MAIL_SEND", {',
      '    "to": "<to>",',
      '    "kind": "plain",',
      '    "count": 0,',
      '    "flags": {"urgent": True, "by": None, "of": [1, "a"]},',
      '    "long": "<long>",',
      "})",
      'print(error or result["data"])',
    ].join("\n"),
  });
});

it("returns Python, whatever names a schema has", () => {
  const odd = ['"""', "\\", "é😀\u2028", "\n", "{x}"];
  const properties = Object.fromEntries(odd.map((text) => [text, { default: text }]));
  const [snippet] = toSnippets([tool(properties, odd)]);
  const { status, stderr } = spawnSync("python3", ["-c", `import ast, sys; ast.parse(sys.stdin.read())`], {
    input: snippet?.code,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

it("passes no arguments if the tool needs none", () => {
  expect(toSnippets([tool({})])[0]?.code).toContain('run_composio_tool("MAIL_SEND", {})');
});
