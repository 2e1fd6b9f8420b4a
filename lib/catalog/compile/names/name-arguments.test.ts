/** Other names of arguments, as a toolkit's file lists them. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { outputSchema, type RootSchema } from "../../tool-schema";
import { nameArguments } from "./name-arguments";

const inputSchema: RootSchema = {
  type: "object",
  properties: {
    message: {
      type: "object",
      properties: { to: { type: "array", items: { type: "object", properties: { address: { type: "string" } } } } },
    },
    open: { type: "object", additionalProperties: true },
  },
};
const request = {
  method: "POST" as const,
  baseUrl: "https://a",
  path: "/send",
  parameters: [],
  aliases: { given: "open" },
  body: { mode: "flat" as const, contentType: "application/json", fields: [{ key: "message", name: "message" }] },
};
const tool = (run: CompiledTool["run"] = { request }): CompiledTool => ({
  slug: "POST_SEND",
  name: "Send",
  description: "Sends.",
  tags: [],
  scopes: [],
  inputSchema,
  outputSchema: outputSchema(undefined),
  run,
  important: false,
  deprecated: false,
  aliases: [],
});
const name = (names: Parameters<typeof nameArguments>[2][string], input = tool()) => {
  nameArguments([input], "post", { POST_SEND: names });
  return input;
};

describe("other names of arguments", () => {
  it("are added to those of the tool's own entry, which come first, and change no run that another tool shares", () => {
    const named = name({ to: "message.to[].address", given: "message", pretty: null, who: { only: ["me"] } });
    expect(named.run.request?.aliases).toEqual({
      to: "message.to[].address",
      given: "open",
      pretty: null,
      who: { only: ["me"] },
    });
    expect(request.aliases).toEqual({ given: "open" });
    expect(named.inputSchema).toBe(inputSchema);
  });

  it("may be sent as they are, though the schema does not show them", () => {
    const { run } = name({
      expand: { in: "query", name: "$expand" },
      fields: { in: "query", explode: false },
      note: { in: "body" },
    });
    expect(run.request?.parameters).toEqual([
      { key: "expand", name: "$expand", in: "query", unlisted: true },
      { key: "fields", name: "fields", in: "query", unlisted: true, explode: false },
    ]);
    expect(run.request?.body).toMatchObject({
      fields: [{ key: "message" }, { key: "note", name: "note", unlisted: true }],
    });
  });

  it("may be arguments that the description lacks and the tool shows, into which other names lead", () => {
    const named = name({
      expand: { in: "query", shows: "What else to give" },
      from: { in: "body", shows: { type: "object", description: "Who sends it", properties: { name: {} } } },
      sender: "from.name",
    });
    expect(named.inputSchema.properties).toMatchObject({
      expand: { type: "string", description: "What else to give" },
      from: { type: "object", description: "Who sends it" },
    });
    expect(named.run.request?.parameters).toEqual([{ key: "expand", name: "expand", in: "query" }]);
    expect(named.run.request?.body).toMatchObject({ fields: [{ key: "message" }, { key: "from", name: "from" }] });
    expect(named.run.request?.aliases).toMatchObject({ sender: "from.name" });
    expect(Object.keys(inputSchema.properties)).toEqual(["message", "open"]);
    expect(() => name({ open: { in: "body", shows: "Whether" } })).toThrow("has an argument of this name");
  });

  it.each([
    [{ message: "open" }, "the tool has an argument of this name"],
    [{ x: "nothing" }, "there is no argument nothing"],
    [{ x: "message.from" }, "there is no argument message.from"],
    [{ x: "message.to[].name" }, "there is no argument message.to[].name"],
    [{ x: { to: "message.to", also: ["message.cc"] } }, "there is no argument message.cc"],
    [{ x: "open.__proto__.y" }, "open.__proto__.y is no way into arguments"],
    [{ constructor: "open" }, "this name is unsafe"],
  ])("%j stops the compile, naming file, tool and reason", (names, reason) => {
    expect(() => name(names)).toThrow(
      `toolkits/post/arguments.yaml: POST_SEND.${Object.keys(names)[0] ?? ""}: ${reason}`,
    );
  });

  it("stops at a tool that there is not, and at what its run cannot send", () => {
    expect(() => nameArguments([tool()], "post", { POST_SENT: {} })).toThrow("POST_SENT: there is no such tool");
    expect(() => name({ note: { in: "query" } }, tool({ handler: "send" }))).toThrow("only single requests");
  });

  it("may go into a JSON body at a place of their own, and into no other body", () => {
    const { run } = name({ sender: { in: "body", at: "from.name" } });
    expect(run.request?.body).toMatchObject({
      fields: [{ key: "message" }, { key: "sender", name: "from.name", as: "inside", unlisted: true }],
    });
    const form = { ...request, body: { ...request.body, contentType: "multipart/form-data" } };
    expect(() => name({ sender: { in: "body", at: "from.name" } }, tool({ request: form }))).toThrow(
      "only a JSON body has ways into it",
    );
  });

  it("may lead to the object that the provider wants around the members of a body", () => {
    const wrapped = { ...request, body: { ...request.body, wrap: "ticket" } };
    expect(name({ data: "ticket" }, tool({ request: wrapped })).run.request?.aliases).toMatchObject({ data: "ticket" });
    expect(() => name({ ticket: "message" }, tool({ request: wrapped }))).toThrow("has an argument of this name");
  });
});
