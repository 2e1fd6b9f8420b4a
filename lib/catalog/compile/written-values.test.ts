/** Constants and query objects of hand-written tools. */
import { describe, expect, it } from "vitest";
import { only } from "@/test/compile-toolkit";

const tool = (parameters: string) =>
  only(
    {},
    `tools: { DEMO_FIND: { name: Find, description: Finds., method: GET, path: /find, parameters: ${parameters} } }`,
  );

describe("a constant of a hand-written tool", () => {
  it("is a list with one value, and is filled in where the provider needs it", () => {
    const { inputSchema } = tool("{ kind: { in: query, type: string, const: all, required: true } }");
    expect(inputSchema).toEqual({
      type: "object",
      properties: { kind: { type: "string", enum: ["all"], default: "all" } },
      required: ["kind"],
    });
  });

  it("may be left out where the provider does not need it", () => {
    const { inputSchema } = tool("{ view: { in: query, type: string, const: simple } }");
    expect(inputSchema.properties.view).toEqual({ type: "string", enum: ["simple"] });
  });

  it("is read inside objects, lists and alternatives too", () => {
    const { inputSchema } = tool(
      "{ data: { in: query, type: object, properties: { type: { const: list }, rows: { type: array, items: { anyOf: [{ const: 1 }, { type: string }] } } } } }",
    );
    expect(inputSchema.properties.data?.properties).toEqual({
      type: { enum: ["list"] },
      rows: { type: "array", items: { anyOf: [{ enum: [1] }, { type: "string" }] } },
    });
  });
});

it("writes an object of a query as name[key]=value when the toolkit says so", () => {
  const { request } = tool("{ not: { in: query, style: deepObject, type: object, additionalProperties: true } }");
  expect(request.parameters).toEqual([{ key: "not", name: "not", in: "query", style: "deepObject" }]);
});
