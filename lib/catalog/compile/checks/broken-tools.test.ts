/**
 * Tools that no caller could use. Each compile stops at such a tool, and the comparison counts them by the same list.
 */
import { describe, expect, it } from "vitest";
import { compile, file, withOperation } from "@/test/builders/compile-toolkit";
import type { CompiledTool, CompiledToolkit } from "../../compiled-toolkit";
import type { ToolRequest } from "../../tool-request";
import type { ToolSchema } from "../../tool-schema";
import { BREAKAGE_CHECKS, brokenTools } from "./broken-tools";

const REQUEST: ToolRequest = { method: "POST", baseUrl: "https://api.example.com", path: "/things", parameters: [] };
type Changes = { request?: Partial<ToolRequest>; properties?: Record<string, ToolSchema>; required?: string[] };

const NO_FIELDS = { body: { mode: "flat" as const, contentType: "application/json", fields: [] } };

/** The problems reported for one tool, by check. */
function findProblems(changes: Changes, words: Partial<CompiledTool> = {}, yaml = ""): string[][] {
  const tool: CompiledTool = {
    slug: "DEMO_RUN",
    name: "Run it",
    description: "Runs it.",
    tags: [],
    scopes: [],
    inputSchema: { type: "object", properties: changes.properties ?? {}, required: changes.required ?? [] },
    outputSchema: { type: "object", properties: {} },
    important: false,
    deprecated: false,
    aliases: [],
    ...words,
    run: { request: { ...REQUEST, ...changes.request } },
  };
  const toolkit = { ...compile(withOperation("get", {})), tools: [tool] } as CompiledToolkit;
  return brokenTools(toolkit, [file(yaml)]).map(({ check, problem }) => [check, problem]);
}

describe("a compiled tool", () => {
  it("is whole as it should be", () => {
    expect(findProblems({})).toEqual([]);
  });

  it("fills every place of its path and of its address", () => {
    expect(findProblems({ request: { path: "/things/{id}/:part" } })).toEqual([
      ["path places", "no argument fills {id} of the path"],
      ["path places", ":part of the path is no place"],
    ]);
    expect(findProblems({ request: { parameters: [{ key: "id", name: "id", in: "path" }] } })).toEqual([
      ["path places", "the path has no place for id"],
    ]);
    for (const baseUrl of ["https://{tenant}.example.com", "api.example.com", "https://"])
      expect(findProblems({ request: { baseUrl } }).map(([check]) => check)).toEqual(["hosts"]);
    expect(findProblems({ request: { baseUrl: "https://{region}.a.com", variables: { region: "us" } } })).toEqual([]);
  });

  it.each<[string, ToolRequest["body"], ToolSchema]>([
    ["a media type that is none", { mode: "json", contentType: "application/form-data", key: "body" }, {}],
    ["an object as text", { mode: "text", contentType: "text/plain", key: "body" }, { type: "object" }],
    ["members as bytes", { mode: "flat", contentType: "application/octet-stream", fields: [] }, {}],
    ["a form of a text", { mode: "form", contentType: "multipart/form-data", key: "body" }, { type: "string" }],
  ])("does not send %s", (_name, body, schema) => {
    expect(
      findProblems({ ...(body && { request: { body } }), properties: { body: schema } }).map(([check]) => check),
    ).toEqual(["media types"]);
  });

  it("uploads files where a form takes a list of them", () => {
    const body = (as?: "file") => ({
      mode: "flat" as const,
      contentType: "multipart/form-data",
      fields: [{ key: "files", name: "files", ...(as && { as }) }],
    });
    const properties: Record<string, ToolSchema> = {
      files: { type: "array", items: { type: "string", format: "binary" } },
    };
    expect(findProblems({ request: { body: body() }, properties })).toEqual([
      ["media types", "files takes files, and asks for text"],
    ]);
    expect(findProblems({ request: { body: body("file") }, properties })).toEqual([]);
  });

  it("sends nothing with a deletion that nobody could read", () => {
    const body = { mode: "text" as const, contentType: "text/plain", key: "body" };
    expect(findProblems({ request: { method: "DELETE", body }, properties: { body: { type: "string" } } })).toEqual([
      ["media types", "a deletion sends text/plain"],
    ]);
  });

  it("does not ask for what the server knows or writes, at any depth", () => {
    const text: ToolSchema = { type: "string" };
    const items: ToolSchema = { type: "object", properties: { "@odata.type": text }, required: ["@odata.type"] };
    expect(findProblems({ properties: { list: { type: "array", items } } })).toEqual([
      ["invented required", "list[].@odata.type is required, and the server knows it"],
    ]);
    expect(
      findProblems({ properties: { createdAt: text, updatedAt: text }, required: ["createdAt", "updatedAt"] }),
    ).toEqual([["invented required", "the tool requires what only an answer has: createdAt, updatedAt"]]);
    expect(
      findProblems({ properties: { id: { ...text, description: "Read-only. The ID" } }, required: ["id"] }),
    ).toEqual([["invented required", "id is required, and only the server writes it"]]);
  });

  it("has its constants filled in, values as defaults, and words that say something", () => {
    expect(findProblems({ properties: { kind: { enum: ["card"] } }, required: ["kind"] })).toEqual([
      ["missing constants", "kind has one possible value, and nothing fills it in"],
    ]);
    expect(findProblems({ properties: { as: { default: "The name of the user who is meant here" } } })).toEqual([
      ["sentences as defaults", 'as: the default is a sentence: "The name of the user who is meant here"'],
    ]);
    expect(findProblems({}, { name: "/things/{id}", description: "Response Message has StatusCode OK" })).toEqual([
      ["words", "the name is a path"],
      ["words", "the description tells the answer's status"],
    ]);
    expect(findProblems({}, { name: "A &amp; B\nC" })).toEqual([
      ["words", "the name has several lines"],
      ["words", "the name has HTML entities"],
    ]);
  });
});

describe("a write", () => {
  const create = { slug: "DEMO_CREATE_A_THING" };
  const query = (name: string) => ({ request: { parameters: [{ key: name, name, in: "query" as const }] } });

  it("says what to write", () => {
    expect(findProblems({ request: NO_FIELDS }, create)[0]?.[0]).toBe("empty writes");
    expect(findProblems({}, { name: "Updates a thing" })[0]?.[0]).toBe("empty writes");
    expect(findProblems(query("opt_fields"), create)[0]?.[0]).toBe("empty writes");
    expect(findProblems(query("title"), create)).toEqual([]);
    expect(findProblems({ request: { method: "GET" } }, create)).toEqual([]);
  });

  it("may name both things in its path, where it joins one to the other", () => {
    const places = ["list", "person"].map((name) => ({ key: name, name, in: "path" as const }));
    const request = { method: "PUT" as const, path: "/lists/{list}/people/{person}", parameters: places };
    expect(findProblems({ request }, { slug: "DEMO_ADD_A_PERSON" })).toEqual([]);
    expect(findProblems({ request }, { slug: "DEMO_UPDATE_A_PERSON" })[0]?.[0]).toBe("empty writes");
  });

  it("takes no body where somebody looked it up", () => {
    expect(
      findProblems({}, create, 'sources: [{ package: demo, file: demo.json, noBody: ["^POST /things$"] }]'),
    ).toEqual([]);
    const handWritten = "name: A, description: B, method: POST, path: /things, noBody: true";
    expect(findProblems({}, create, `tools: { DEMO_CREATE_A_THING: { ${handWritten} } }`)).toEqual([]);
  });

  it("stops the compile, which names all there are", () => {
    const document = withOperation("post", { summary: "Create a thing" });
    expect(() => compile(document)).toThrow(
      /^toolkits\/demo\/toolkit.yaml: DEMO_CREATE_A_THING: POST \/things\/\{id\} has a name that writes and takes no body/,
    );
  });
});

it("lists what it looks at, once", () => {
  expect(new Set(BREAKAGE_CHECKS).size).toBe(BREAKAGE_CHECKS.length);
  expect(BREAKAGE_CHECKS).toContain("cut enums");
});
