/** Words of a toolkit's file. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { outputSchema, type RootSchema } from "../../tool-schema";
import { giveWords, WordsFile } from "./give-words";

const inputSchema: RootSchema = {
  type: "object",
  properties: {
    limit: { type: "integer" },
    told: { type: "string", description: "Said by the source" },
    inputs: { type: "array", items: { type: "object", properties: { id: { type: "string" }, limit: {} } } },
    "to.id": { type: "string" },
    roleId: { type: "string", description: "The role ID." },
    desc: { type: "string", description: "a string with a length from 0 to 16384" },
    member: { type: "string", description: " true or false" },
  },
};
const tool = (slug: string, aliases: string[] = []): CompiledTool => ({
  slug,
  name: "Get page",
  description: "Get page",
  tags: [],
  scopes: [],
  inputSchema,
  outputSchema: outputSchema(undefined),
  run: { request: { method: "GET", baseUrl: "https://a", path: "/", parameters: [] } },
  important: false,
  deprecated: false,
  aliases,
});
const give = (file: unknown, tools = [tool("POST_A"), tool("POST_B", ["POST_OLD"])]) => {
  giveWords(tools, "post", WordsFile.parse(file));
  return tools;
};
const propertyOf = (tool: CompiledTool | undefined, name: string) => tool?.inputSchema.properties[name];

describe("words of a toolkit", () => {
  it("of a glossary describe an argument whose source only tells its length, which stays as a limit", () => {
    const [a] = give({ arguments: { desc: "Description, in Markdown" } });
    expect(propertyOf(a, "desc")).toEqual({
      type: "string",
      maxLength: 16384,
      description: "Description, in Markdown",
    });
  });

  it("of a glossary describe a flag whose source only tells its type, which a mend reads from them", () => {
    const [a] = give({ arguments: { member: "whether to give the member" } });
    expect(propertyOf(a, "member")).toEqual({
      type: "string",
      description: "true or false: whether to give the member",
    });
  });

  it("replace a tool's own, found by any of its names, and change no schema that another tool shares", () => {
    const [a, b] = give({
      tools: {
        POST_OLD: {
          name: "List",
          description: "Lists.",
          arguments: {
            told: "Ours",
            "inputs.id": "Its id",
            "to.id": "Who",
            limit: { description: "Rows", examples: [5] },
          },
        },
        POST_A: "A plain sentence.",
      },
    });
    expect(b).toMatchObject({ name: "List", description: "Lists." });
    expect(propertyOf(b, "told")?.description).toBe("Ours");
    expect(propertyOf(b, "limit")).toMatchObject({ description: "Rows", examples: [5] });
    expect(propertyOf(b, "inputs")?.items?.properties?.id?.description).toBe("Its id");
    expect(propertyOf(b, "to.id")?.description).toBe("Who");
    expect(a).toMatchObject({ name: "Get page", description: "A plain sentence." });
    expect(propertyOf(a, "told")?.description).toBe("Said by the source");
    expect(inputSchema.properties["to.id"]).toEqual({ type: "string" });
  });

  it("of one argument stay out of another one that has the same schema", () => {
    const user = { type: "object", properties: { id: { type: "string" } } } satisfies RootSchema["properties"][string];
    const shared = tool("POST_C");
    shared.inputSchema = { type: "object", properties: { modifiedUser: user, toUser: user } };
    const [result] = give({ instead: { POST_C: { modifiedUser: "Output only." } } }, [shared]);
    expect(propertyOf(result, "modifiedUser")?.description).toBe("Output only.");
    expect(propertyOf(result, "toUser")?.description).toBeUndefined();
  });

  it("describe by glossary only what nothing else describes, the place before the name and the part before the whole", () => {
    const [a, b] = give({
      where: { "POST_A*": { limit: "Of A" } },
      arguments: {
        limit: "How many",
        told: "Not this",
        roleId: "Id of the role",
        "inputs.id": "Id of an item",
        id: "Another id",
      },
      tools: { POST_B: { arguments: { inputs: "Items" } } },
    });
    expect(propertyOf(a, "limit")?.description).toBe("Of A");
    expect(propertyOf(b, "limit")?.description).toBe("How many");
    expect(propertyOf(b, "told")?.description).toBe("Said by the source");
    expect(propertyOf(b, "roleId")?.description).toBe("Id of the role");
    expect(propertyOf(b, "inputs")).toMatchObject({
      description: "Items",
      items: { properties: { id: { description: "Id of an item" }, limit: { description: "How many" } } },
    });
  });

  it.each([
    [{ tools: { POST_C: "Nothing there." } }, "tools.POST_C: there is no such tool"],
    [{ tools: { POST_A: { arguments: { "inputs.no": "Nothing" } } } }, "tools.POST_A.arguments.inputs.no"],
    [{ arguments: { nothing: "Nothing" } }, "arguments.nothing: no tool has such an argument"],
    [{ where: { "POST_C*": { limit: "Nothing" } } }, "where.POST_C*.limit"],
  ])("stop the compile where they lead nowhere: %j", (file, problem) => {
    expect(() => give(file)).toThrow(problem);
  });
});
