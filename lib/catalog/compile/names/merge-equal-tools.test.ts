/** Tools that are one operation under several names. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { outputSchema } from "../../tool-schema";
import { mergeEqualTools } from "./merge-equal-tools";

const tool = (slug: string, more: Partial<CompiledTool> = {}, aliases = {}): CompiledTool => ({
  slug,
  name: slug,
  description: `${slug} does it.`,
  tags: ["readOnlyHint"],
  scopes: [],
  inputSchema: { type: "object", properties: { id: { type: "string", description: slug } }, required: ["id"] },
  outputSchema: outputSchema({ type: "object" }),
  run: {
    request: {
      method: "GET",
      baseUrl: "https://api.example.com",
      path: "/things/{id}",
      parameters: [{ key: "id", name: "id", in: "path" }],
      ...(Object.keys(aliases).length > 0 && { aliases }),
    },
  },
  deprecated: false,
  important: false,
  aliases: [],
  ...more,
});
const merged = (...tools: CompiledTool[]): CompiledTool[] => {
  mergeEqualTools(tools, ["A_USED_THING"]);
  return tools;
};

describe("tools that send the same", () => {
  it("are one tool with the name that people use, else the shortest", () => {
    const names = (tools: CompiledTool[]) => tools.map(({ slug, aliases }) => [slug, aliases]);
    expect(names(merged(tool("A_GET_THING"), tool("A_USED_THING", { aliases: ["A_OLD"] })))).toEqual([
      ["A_USED_THING", ["A_OLD", "A_GET_THING"]],
    ]);
    expect(names(merged(tool("A_RETRIEVE_THING"), tool("A_GET_THING")))).toEqual([
      ["A_GET_THING", ["A_RETRIEVE_THING"]],
    ]);
  });

  it("take the arguments under the names of both", () => {
    const [only] = merged(tool("A_GET", {}, { thing: "id" }), tool("A_READ", {}, { thing_id: "id" }));
    expect(only?.run.request?.aliases).toEqual({ thing: "id", thing_id: "id" });
  });

  it("stay apart where arguments, effects or fixed values differ", () => {
    const other = { type: "object" as const, properties: { id: { type: "string" as const, enum: ["a"] } } };
    expect(merged(tool("A_GET"), tool("A_REMOVE", { tags: ["destructiveHint"] }))).toHaveLength(2);
    expect(merged(tool("A_GET"), tool("A_GET_FIXED", { inputSchema: { ...other, required: ["id"] } }))).toHaveLength(2);
    expect(merged(tool("A_GET"), tool("A_GET_OLD", { deprecated: true }))).toHaveLength(2);
  });
});
