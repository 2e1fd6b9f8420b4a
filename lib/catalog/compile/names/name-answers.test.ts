/** Forms and further keys of answers, as a toolkit's file lists them. */
import { describe, expect, it } from "vitest";
import { AnswersFile } from "../../answers-file";
import type { CompiledTool } from "../../compiled-toolkit";
import { outputSchema, type ToolSchema } from "../../tool-schema";
import { nameAnswers } from "./name-answers";
import { schemaProblems } from "../checks/schema-problems";

const tool = (data?: ToolSchema): CompiledTool => ({
  slug: "DEMO_LIST",
  name: "List",
  description: "Lists.",
  tags: [],
  scopes: [],
  inputSchema: { type: "object", properties: { id: { type: "string", description: "Which one" } } },
  outputSchema: outputSchema(data),
  run: { request: { method: "GET", baseUrl: "https://a", path: "/list", parameters: [] } },
  important: false,
  deprecated: false,
  aliases: [],
});
const nameAnswersOf = (answers: unknown, input = tool()): CompiledTool => {
  nameAnswers([input], "demo", AnswersFile.parse({ DEMO_LIST: answers }));
  expect(schemaProblems(input.outputSchema)).toEqual([]);
  return input;
};
const dataOf = ({ outputSchema: output }: CompiledTool) => output.properties.data;

describe("the form of an answer", () => {
  it("says that there is no body", () => {
    expect(dataOf(nameAnswersOf({ gives: {} }))).toMatchObject({
      description: "Empty, because the provider answers without a body",
      properties: {},
    });
  });

  it("can be an object whose keys vary", () => {
    const data = dataOf(nameAnswersOf({ gives: { "*": { total: "integer" } } }));
    expect(data?.additionalProperties).toMatchObject({ properties: { total: { type: "integer" } } });
    const inner = dataOf(nameAnswersOf({ gives: { counts: { "*": "integer" } } }));
    expect(inner?.properties?.counts).toMatchObject({ type: "object", additionalProperties: { type: "integer" } });
  });

  it("can have members that are objects or lists, or null", () => {
    const data = dataOf(nameAnswersOf({ gives: { "owner?": { id: "string" }, "tags?": [{ id: "string" }] } }));
    expect(data?.properties?.owner).toMatchObject({ nullable: true, properties: { id: { type: "string" } } });
    expect(data?.properties?.tags).toMatchObject({ nullable: true, type: "array" });
  });

  it("can be one of several", () => {
    const data = dataOf(nameAnswersOf({ gives: { emails: [[{ address: "string" }], "boolean?"] } }));
    expect(data?.properties?.emails?.anyOf).toMatchObject([
      { type: "array", items: { properties: { address: { type: "string" } } } },
      { type: "boolean", nullable: true },
    ]);
  });

  it("can be missing", () => {
    const data = dataOf(nameAnswersOf({ gives: { place: [{ name: "string?" }, "null"], size: "integer" } }));
    expect(data?.properties?.place).toMatchObject({ type: "object", nullable: true, properties: { name: {} } });
    expect(() => AnswersFile.parse({ DEMO_LIST: { gives: { place: "null" } } })).toThrow("no type");
  });
});

describe("members that never come", () => {
  const item: ToolSchema = { type: "object", properties: { id: {}, text: {} }, required: ["id", "text"] };
  const data: ToolSchema = { type: "object", properties: { items: { type: "array", items: item }, next: {} } };

  it("are left out, in the items of lists too", () => {
    const left = dataOf(nameAnswersOf({ lacks: ["items.text", "next"] }, tool(data)));
    expect(Object.keys(left?.properties ?? {})).toEqual(["items"]);
    expect(left?.properties?.items?.items).toMatchObject({ properties: { id: {} }, required: ["id"] });
  });

  it("can be given another form", () => {
    const left = dataOf(nameAnswersOf({ lacks: ["items"], gives: { items: "string[]" } }, tool(data)));
    expect(left?.properties?.items?.items).toEqual({ type: "string" });
  });

  it("stop the compile where the answer has no such member", () => {
    expect(() => nameAnswersOf({ lacks: ["items.none"] }, tool(data))).toThrow("there is no none in the answer");
  });
});

describe("headers of an answer", () => {
  it("are members of its data, which a further key can mean", () => {
    const named = nameAnswersOf({ gives: {}, headers: ["x-id"], also: { id: "headers.x-id" } });
    expect(named.run.request?.answerHeaders).toEqual(["x-id"]);
    expect(dataOf(named)?.properties?.headers?.properties).toEqual({ "x-id": { type: "string" } });
    expect(dataOf(named)?.properties?.id).toMatchObject({ type: "string" });
  });

  it("under * belong to the lists, that of a new thing's ID to the calls that change something", () => {
    const list = tool({ type: "object", properties: { id: {} } });
    list.inputSchema = { type: "object", properties: { cursor: { type: "string" } } };
    const create = { ...tool(), slug: "DEMO_CREATE" };
    create.run = { request: { method: "POST", baseUrl: "https://a", path: "/list", parameters: [] } };
    nameAnswers([list, create], "demo", AnswersFile.parse({ "*": { headers: ["link", "x-restli-id"] } }));
    expect(list.run.request?.answerHeaders).toEqual(["link"]);
    expect(create.run.request?.answerHeaders).toEqual(["x-restli-id"]);
  });

  it("belong to all tools under *, with nothing else", () => {
    const all = tool({ type: "object", properties: { id: {} } });
    all.inputSchema = { type: "object", properties: { cursor: { type: "string" } } };
    nameAnswers([all], "demo", AnswersFile.parse({ "*": { headers: ["link"] } }));
    expect(all.run.request?.answerHeaders).toEqual(["link"]);
    expect(() => AnswersFile.parse({ "*": { headers: ["link"], gives: {} } })).toThrow("* can only have headers");
    expect(() => AnswersFile.parse({ DEMO_LIST: { headers: ["set-cookie"] } })).toThrow("this header is no data");
  });
});

describe("a form", () => {
  it("describes an answer that was open", () => {
    const form = { id: "string", owner: "object?", tags: "string[]", any: "any", rows: [{ at: "integer?" }] };
    expect(dataOf(nameAnswersOf({ gives: form }))).toMatchObject({
      type: "object",
      additionalProperties: true,
      properties: {
        id: { type: "string" },
        owner: { type: "object", nullable: true, additionalProperties: true },
        tags: { type: "array", items: { type: "string" } },
        any: {},
        rows: { type: "array", items: { type: "object", properties: { at: { type: "integer", nullable: true } } } },
      },
    });
  });

  it("is under response_data for a list, as the list is", () => {
    expect(dataOf(nameAnswersOf({ gives: [{ id: "string" }] }))).toMatchObject({
      properties: { response_data: { type: "array", items: { properties: { id: { type: "string" } } } } },
    });
  });

  it("says what is in known members of which only the type is known", () => {
    const cut = { type: "object", additionalProperties: true, description: "Facts" } as const;
    const items = {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" }, facts: cut } },
    } as const;
    const knownTool = () => tool({ type: "object", properties: { items, rows: { type: "array" }, any: {} } });
    const gives = { items: [{ facts: { title: "string" } }], rows: ["integer"], any: "string" };
    expect(dataOf(nameAnswersOf({ gives }, knownTool()))?.properties).toEqual({
      items: {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "string" }, facts: { ...cut, properties: { title: { type: "string" } } } },
        },
      },
      rows: { type: "array", items: { type: "integer" } },
      any: { type: "string" },
    });
    expect(() => nameAnswersOf({ gives: { items: [{ id: "string" }] } }, knownTool())).toThrow(/known: items\[\].id/);
  });

  it("adds to known members, and changes none", () => {
    const knownTool = () => tool({ type: "object", properties: { id: { type: "integer" } } });
    expect(dataOf(nameAnswersOf({ gives: { next: "string" } }, knownTool()))?.properties).toEqual({
      id: { type: "integer" },
      next: { type: "string" },
    });
    expect(() => nameAnswersOf({ gives: { id: "string" } }, knownTool())).toThrow(
      /toolkits\/demo\/answers.yaml: DEMO_LIST: .*id/,
    );
  });
});

describe("further keys", () => {
  it("are published with the key that they repeat, and stored with what runs the tool", () => {
    const also = {
      all: "$",
      list: "items",
      first: "items.0.id",
      total: { count: "items" },
      id: { argument: "id" },
      ok: { value: true },
    };
    const named = nameAnswersOf({ gives: { items: [{ id: "integer" }] }, also });
    expect(named.run.answer).toEqual(also);
    expect(dataOf(named)?.properties).toMatchObject({
      all: { type: "object", additionalProperties: true, description: "Same as all of data" },
      list: { type: "array", items: {}, description: "Same as items" },
      first: { type: "integer", description: "Same as items.0.id" },
      total: { type: "integer", description: "Number of items in items" },
      id: { type: "string", description: "Same as the argument id" },
      ok: { type: "boolean", description: "Always true" },
    });
    expect(dataOf(named)?.required).toBeUndefined();
  });

  it("may be declared if nothing is known of the answer", () => {
    expect(dataOf(nameAnswersOf({ also: { list: "items" } }))).toMatchObject({
      additionalProperties: true,
      properties: { list: { description: "Same as items" } },
    });
  });

  it.each([
    [{ items: "$" }, /the answer has items of its own/],
    [{ list: "rows" }, /there is no rows in the answer/],
    [{ list: "items.first" }, /there is no items.first/],
    [{ total: { count: "rows" } }, /there is no rows/],
    [{ id: { argument: "key" } }, /there is no argument key/],
  ])("%j stop the compile", (also, problem) => {
    const listTool = tool({ type: "object", properties: { items: { type: "array", items: { type: "object" } } } });
    expect(() => nameAnswersOf({ also }, listTool)).toThrow(problem);
  });

  it("stop the compile for an unknown tool, unless it comes from another toolkit", () => {
    expect(() => nameAnswers([], "demo", { DEMO_LIST: {} })).toThrow(/there is no such tool/);
    nameAnswers([], "demo", { DEMO_LIST: {} }, new Map([["DEMO_OTHER", 0]]));
  });
});
