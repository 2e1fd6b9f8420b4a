/** Tests which only members of bodies a caller must send. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { outputSchema, type RootSchema, type ToolSchema } from "../../tool-schema";
import type { RequestBody, ToolRequest } from "../../tool-request";
import { onlyMember, requireOnlyMember } from "./only-member";

const TEXT: ToolSchema = { type: "string" };
const LIST: ToolSchema = { type: "array", items: TEXT };

type Changes = { name?: string; body?: Partial<RequestBody & { mode: "flat" }>; input?: Partial<RootSchema> };

function toolOf(slug: string, method: ToolRequest["method"], schema: ToolSchema, changes: Changes = {}): CompiledTool {
  const { name = "part", body, input } = changes;
  return {
    slug,
    name: slug,
    description: "",
    tags: [],
    scopes: [],
    inputSchema: { type: "object", properties: { [name]: schema }, ...input },
    outputSchema: outputSchema(undefined),
    important: false,
    deprecated: false,
    aliases: [],
    run: {
      request: {
        method,
        baseUrl: "https://shop.example",
        path: "/orders",
        parameters: [],
        body: {
          mode: "flat",
          contentType: "application/json",
          required: true,
          fields: [{ key: name, name }],
          ...body,
        },
      },
    },
  };
}

const withOther: ToolSchema = { ...LIST, description: "The parcels with their sizes, in place of names" };
const WITH_OTHER: Changes["input"] = { properties: { part: withOther, names: LIST } };
const OPTIONAL: Changes = { body: { required: false } };

describe("the only member of a body", () => {
  it.each<[string, string, ToolRequest["method"], ToolSchema, Changes?]>([
    ["a change", "SHOP_RENAME_ORDER", "PATCH", TEXT],
    ["a replacement", "SHOP_UPDATE_ORDER", "PUT", { type: "boolean" }],
    ["a list of what is added", "SHOP_ADD_PARCELS_TO_ORDER", "POST", LIST],
    ["a list of what is created with PUT", "SHOP_CREATE_PARCELS", "PUT", LIST],
    ["a change whose body the description calls optional", "SHOP_RENAME_ORDER", "PATCH", TEXT, OPTIONAL],
    ["a list of what is replaced, likewise", "SHOP_UPDATE_GROUPS", "PUT", LIST, OPTIONAL],
  ])("must be sent in %s", (_, ...tool) => expect(onlyMember(toolOf(...tool))).toEqual(["part"]));

  it.each<[string, string, ToolRequest["method"], ToolSchema, Changes?]>([
    ["an act with a reason", "SHOP_CANCEL_ORDER", "POST", TEXT],
    ["an act that can do without the list", "SHOP_PLAY_JOB", "POST", LIST],
    ["a PUT that creates", "SHOP_CREATE_OR_UPDATE_QUEUE", "PUT", { type: "object" }],
    ["a member that null clears", "SHOP_UPDATE_ORDER", "PATCH", { ...TEXT, nullable: true }],
    ["a member with a default", "SHOP_UPDATE_ORDER", "PATCH", { ...TEXT, default: "a" }],
    ["a member of the provider's own", "SHOP_UPDATE_ORDER", "PUT", LIST, { name: "_attributes" }],
    ["an act with an optional body", "SHOP_LOCK_ORDER", "PUT", TEXT, OPTIONAL],
    ["a body of any members", "SHOP_UPDATE_ORDER", "PUT", TEXT, { input: { additionalProperties: true } }],
    ["a list that another argument stands for", "SHOP_ADD_PARCELS", "POST", withOther, { input: WITH_OTHER }],
    ["a body with fixed members", "SHOP_UPDATE_ORDER", "PUT", TEXT, { body: { fixed: { kind: "order" } } }],
  ])("can be left out of %s", (_, ...tool) => expect(onlyMember(toolOf(...tool))).toEqual([]));

  it("can be left out where the tool's words call it optional", () => {
    const tool = toolOf("SHOP_UPDATE_ORDER", "PATCH", TEXT);
    expect(onlyMember({ ...tool, description: "You can optionally give a part; the order is sent anew." })).toEqual([]);
  });

  it("has its only possible value without a word of the caller", () => {
    const tool = toolOf("SHOP_RECOVER_ORDER", "PUT", { ...TEXT, enum: ["recover"] });
    requireOnlyMember(tool);
    expect(tool.inputSchema).toMatchObject({ properties: { part: { default: "recover" } }, required: ["part"] });
  });
});
