/** Which changes of a tool break code that was written for the version before. */
import { describe, expect, it } from "vitest";
import type { CatalogTool } from "./catalog";
import type { ToolSchema } from "../tool-schema";
import { diffTools } from "./diff-tools";

const tool = (
  input: Record<string, ToolSchema>,
  required: string[] = [],
  more: Partial<CatalogTool> = {},
): CatalogTool => ({
  projectId: null,
  onlyUser: null,
  slug: "DEMO_DO",
  toolkitSlug: "demo",
  version: "20260101_00",
  isLatest: true,
  name: "Do",
  description: "Does it.",
  tags: [],
  scopes: [],
  inputSchema: { type: "object", properties: input, required },
  outputSchema: { type: "object", properties: {} },
  run: { request: { method: "GET", baseUrl: "https://api.example.com", path: "/a", parameters: [] } },
  important: false,
  deprecated: false,
  aliases: [],
  ...more,
});
const text: ToolSchema = { type: "string" };
const output = (properties: Record<string, ToolSchema>, required: string[] = []): Partial<CatalogTool> => ({
  outputSchema: { type: "object", properties, required },
});

describe("a change", () => {
  it.each<[string, CatalogTool, CatalogTool, string, boolean]>([
    ["a new optional argument", tool({}), tool({ a: text }), "input.a is new", false],
    ["a new required argument", tool({}), tool({ a: text }, ["a"]), "input.a is new and required", true],
    ["an argument that is gone", tool({ a: text }), tool({}), "input.a is gone", true],
    ["an argument that is required now", tool({ a: text }), tool({ a: text }, ["a"]), "input.a is required now", true],
    ["an argument that is optional now", tool({ a: text }, ["a"]), tool({ a: text }), "input.a is optional now", false],
    [
      "an integer that may be any number",
      tool({ a: { type: "integer" } }),
      tool({ a: { type: "number" } }),
      "input.a is number, before integer",
      false,
    ],
    [
      "a text that must be a number",
      tool({ a: text }),
      tool({ a: { type: "integer" } }),
      "input.a is integer, before string",
      true,
    ],
    [
      "a choice that is gone",
      tool({ a: { ...text, enum: ["x", "y"] } }),
      tool({ a: { ...text, enum: ["x"] } }),
      "input.a no longer takes y",
      true,
    ],
    [
      "a further choice",
      tool({ a: { ...text, enum: ["x"] } }),
      tool({ a: { ...text, enum: ["x", "y"] } }),
      "input.a may be y too",
      false,
    ],
    [
      "an argument inside a list",
      tool({ a: { type: "array", items: { type: "object", properties: { b: text } } } }),
      tool({ a: { type: "array", items: { type: "object", properties: {} } } }),
      "input.a[].b is gone",
      true,
    ],
    [
      "a field of the answer that is gone",
      tool({}, [], output({ id: text })),
      tool({}, [], output({})),
      "output.id is gone",
      true,
    ],
    [
      "a field of the answer that may be absent",
      tool({}, [], output({ id: text }, ["id"])),
      tool({}, [], output({ id: text })),
      "output.id may be absent now",
      true,
    ],
    [
      "a new field of the answer",
      tool({}, [], output({})),
      tool({}, [], output({ id: text }, ["id"])),
      "output.id is new",
      false,
    ],
    [
      "another request",
      tool({}),
      tool({}, [], { run: { handler: "do" } }),
      "request sends the toolkit's own code, before GET https://api.example.com/a",
      false,
    ],
    ["deprecation", tool({}), tool({}, [], { deprecated: true }), "tool is deprecated now", false],
  ])("is told apart: %s", (_, before, after, words, breaking) => {
    expect(diffTools(before, after).map((change) => [`${change.path} ${change.text}`, change.breaking])).toEqual([
      [words, breaking],
    ]);
  });

  it("is not seen in words alone", () => {
    expect(
      diffTools(
        tool({ a: { ...text, description: "Old" } }),
        tool({ a: { ...text, description: "New" } }, [], { description: "Does it better." }),
      ),
    ).toEqual([]);
  });

  it("looks at own names only: constructor is a name like any other", () => {
    expect(diffTools(tool({}), tool({ constructor: text })).map(({ path }) => path)).toEqual(["input.constructor"]);
  });
});
