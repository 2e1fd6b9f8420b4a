/** Constants and query objects of hand-written tools. */
import { describe, expect, it } from "vitest";
import { compile, only } from "@/test/builders/compile-toolkit";

const tool = (parameters: string) =>
  only(
    {},
    `tools: { DEMO_FIND: { name: Find, description: Finds., method: GET, path: /find, parameters: ${parameters} } }`,
  );

describe("a constant of a hand-written tool", () => {
  it("is a list with one value, and is filled in where the provider needs it", () => {
    const { inputSchema, request } = tool("{ kind: { in: query, type: string, const: all, required: true } }");
    expect(inputSchema).toEqual({
      type: "object",
      properties: { kind: { type: "string", enum: ["all"], default: "all" } },
    });
    expect(request.defaulted).toEqual(["kind"]);
  });

  it("may be left out where the provider does not need it", () => {
    const { inputSchema } = tool("{ view: { in: query, type: string, const: simple } }");
    expect(inputSchema.properties.view).toEqual({ type: "string", enum: ["simple"] });
  });

  it("is read inside objects, lists and alternatives too", () => {
    const { inputSchema } = tool(
      "{ data: { in: query, type: object, properties: { type: { const: list }, " +
        "rows: { type: array, items: { anyOf: [{ const: 1 }, { type: string }] } } } } }",
    );
    expect(inputSchema.properties.data?.properties).toEqual({
      type: { type: "string", enum: ["list"] },
      rows: {
        type: "array",
        items: { anyOf: [{ type: "integer", minimum: 1, maximum: 1, description: "Always 1." }, { type: "string" }] },
      },
    });
  });
});

it("writes an object of a query as name[key]=value when the toolkit says so", () => {
  const { request } = tool("{ not: { in: query, style: deepObject, type: object, additionalProperties: true } }");
  expect(request.parameters).toEqual([{ key: "not", name: "not", in: "query", style: "deepObject" }]);
});

describe("an enum that was cut off", () => {
  it("stops the compile with file, tool and argument where one value is left", () => {
    expect(() => tool("{ sort: { in: query, type: string, enum: [as] } }")).toThrow(
      'toolkits/demo/toolkit.yaml: tools.DEMO_FIND: sort: the enum has one value: write "const: as" if there is no other',
    );
  });

  it("is found inside lists and objects", () => {
    const compileWith = (schema: string) => () => tool(`{ data: { in: query, ${schema} } }`);
    expect(compileWith("type: array, items: { type: string, enum: [markdow] }")).toThrow(
      "data[]: the enum has one value",
    );
    expect(compileWith("type: object, properties: { kind: { enum: [] } }")).toThrow("data.kind: the enum has no value");
    expect(compileWith("anyOf: [{ type: boolean }, { enum: [basi] }]")).toThrow("data: the enum has one value");
  });

  it("is found in composite tools", () => {
    const composite = (type: string) =>
      compile(
        {},
        `composites: { DEMO_ADD: { name: Add, description: Adds., handler: add, input: { type: object, properties: { type: ${type} } } } }`,
      ).tools[0]?.inputSchema.properties;
    expect(() => composite("{ enum: [DEFAUL] }")).toThrow("composites.DEMO_ADD: type: the enum has one value");
    expect(composite("{ const: DEFAULT }")).toEqual({ type: { type: "string", enum: ["DEFAULT"] } });
  });

  it("is found by a default that is not among the values", () => {
    expect(() => tool("{ sort: { in: query, type: string, enum: [des, asc], default: desc } }")).toThrow(
      'tools.DEMO_FIND: sort: the default "desc" is not in the enum',
    );
  });

  const both = (first: string, second: string) => () =>
    compile(
      {},
      `tools: {
        DEMO_LIST: { name: List, description: Lists., method: GET, path: /a,
          parameters: { state: { in: query, type: string, enum: [${first}] } } },
        DEMO_FIND: { name: Find, description: Finds., method: GET, path: /b,
          parameters: { state: { in: query, type: string, enum: [${second}] } } } }`,
    );

  it("is found by the whole word, which the same argument of another tool takes", () => {
    expect(both("all, opene", "opened, closed")).toThrow(
      'toolkits/demo/toolkit.yaml: tools.DEMO_LIST: state: "opene" seems to have lost its end: tools.DEMO_FIND takes "opened" there',
    );
  });

  it.each([
    ["plurals", "replay, error", "replays, errors"],
    ["numbers", '"1", "2"', '"13", "8"'],
    ["words that a tool takes both", "close, closed", "closed, all"],
  ])("is not seen in %s", (_name, first, second) => {
    expect(both(first, second)).not.toThrow();
  });
});
