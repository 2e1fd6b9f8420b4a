/** The guard over tool schemas: what the official clients and the large models refuse is found, with its place. */
import { describe, expect, it } from "vitest";
import { modelProblems, schemaProblems } from "./schema-problems";

const tool = (inputSchema: unknown, more: object = {}) => ({
  slug: "DEMO_DO",
  description: "Does it.",
  inputSchema,
  outputSchema: { type: "object" },
  ...more,
});
const nested = (depth: number): object =>
  depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };

describe("official clients", () => {
  it.each([
    ["a root that is no object", { type: "array" }, 'the root has no type "object"'],
    ["alternatives at the root", { type: "object", anyOf: [] }, "the root has anyOf"],
    ["a boolean sub-schema", { type: "object", properties: { a: true } }, "/properties/a: true is not a schema"],
    [
      "the boolean bound of OpenAPI 3.0",
      { type: "object", properties: { a: { type: "integer", exclusiveMinimum: true } } },
      "/properties/a: exclusiveMinimum is not a number",
    ],
    [
      "required on a property",
      { type: "object", properties: { a: { type: "string", required: true } } },
      "/properties/a: required is not a list of names",
    ],
    [
      "a name with a space",
      { type: "object", properties: { "a b": { type: "string" } } },
      'the name "a b" is refused by the large models',
    ],
    [
      "a choice of an empty text",
      { type: "object", properties: { a: { type: "string", enum: ["b", ""] } } },
      "/properties/a: an empty text in an enum",
    ],
  ])("refuse %s", (_, schema, problem) => {
    expect(schemaProblems(schema)).toContain(problem);
  });
});

describe("the large models", () => {
  it.each([
    [
      "an array without items",
      tool({ type: "object", properties: { a: { type: "array" } } }),
      "/properties/a: an array without items",
    ],
    [
      "a required name that is not declared",
      tool({ type: "object", properties: {}, required: ["b"] }),
      ': requires "b", which it does not declare',
    ],
    [
      "a keyword that not all of them know",
      tool({ type: "object", properties: { a: { not: {} } } }),
      "/properties/a: not is not supported by all models",
    ],
    [
      "an empty enum inside an alternative",
      tool({ type: "object", properties: { a: { anyOf: [{ enum: [] }] } } }),
      "/properties/a/anyOf/0: an empty enum",
    ],
    [
      "a choice of numbers",
      tool({ type: "object", properties: { a: { type: "integer", enum: [1] } } }),
      "/properties/a: an enum with other values than texts",
    ],
    [
      "a list of items without a type",
      tool({ type: "object", properties: { a: { type: "array", items: { description: "any" } } } }),
      "/properties/a/items: no type",
    ],
    ["depth without end", tool(nested(12)), `${"/properties/a".repeat(11)}: deeper than 10 levels`],
    [
      "a schema of more than 26 kB",
      tool({ type: "object", description: "x".repeat(27_000) }),
      "the input schema has 27034 bytes",
    ],
    [
      "a name they cannot call",
      tool({ type: "object" }, { slug: "demo-do" }),
      "the name is refused by the large models",
    ],
    [
      "a tool that does not say what it does",
      tool({ type: "object" }, { description: "" }),
      "the description has 0 characters, not 1 to 1024",
    ],
  ])("refuse %s", (_, schema, problem) => {
    expect(modelProblems(schema)).toContain(problem);
  });

  it("take a plain tool", () => {
    expect(
      modelProblems(
        tool({ type: "object", properties: { a: { type: "array", items: { type: "string" } } }, required: ["a"] }),
      ),
    ).toEqual([]);
  });
});
