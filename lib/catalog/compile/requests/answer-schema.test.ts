/** Tools that answer with a file. Their output schema must declare it, because some clients read only the schema. */
import { describe, expect, it } from "vitest";
import type { SourceOperation, SourceSchema } from "../sources/openapi-document";
import { compile, file as toolkitFile, only, withOperation } from "@/test/builders/compile-toolkit";

const pdf = { content: { "application/pdf": {} } };
const described = (facts: SourceOperation) => only(withOperation("get", facts));
const file = {
  type: "object",
  title: "FileDownloadable",
  file_downloadable: true,
  properties: { name: { type: "string" }, mimetype: { type: "string" }, s3url: { type: "string" } },
  required: ["name", "mimetype", "s3url"],
};
/** Every level is an object with properties: clients go down along them. */
const fileOutput = {
  type: "object",
  properties: { data: { type: "object", properties: { response_data: file } } },
};

describe("a described operation", () => {
  it.each<[string, SourceOperation]>([
    ["bytes", { responses: { 200: pdf } }],
    ["any media type and a binary text", answering("*/*", { type: "string", format: "binary" })],
    ["a media type of its own and a file", answering("application/x-own", { type: "file" })],
    ["nothing, when it is a download", { summary: "Download an archive", responses: { 302: {} } }],
    [
      "a redirect to a download, and by default an error",
      { summary: "Download an archive", responses: { 302: {}, default: { content: { "application/json": {} } } } },
    ],
    [
      "a text, when it is a download",
      { summary: "Download a file", ...answering("application/json", { type: "string" }) },
    ],
  ])("that answers with %s declares a file", (_, facts) => {
    const tool = described(facts);
    expect(tool.request.binary).toBe(true);
    expect(tool.outputSchema).toMatchObject(fileOutput);
  });

  it.each<[string, SourceOperation]>([
    [
      "JSON",
      { summary: "Download facts", ...answering("application/json", { type: "object", properties: { a: {} } }) },
    ],
    ["JSON that is called binary", answering("application/json", { type: "string", format: "binary" })],
    ["nothing, when it is no download", { summary: "List downloads", responses: { 200: {} } }],
  ])("that answers with %s declares none", (_, facts) => {
    const tool = described(facts);
    expect(tool.request.binary).toBeUndefined();
    expect(JSON.stringify(tool.outputSchema)).not.toContain("file_downloadable");
  });
});

describe("a written tool", () => {
  it("declares a file when it is marked as binary", () => {
    const yaml =
      "tools: { DEMO_GET: { name: Get, description: Gets., method: GET, path: /file, binary: true, parameters: {} } }";
    expect(only({}, yaml).outputSchema).toMatchObject(fileOutput);
  });

  it("declares the files among the values of a handler's answer", () => {
    const yaml =
      "composites: { DEMO_READ: { name: Read, description: Reads., handler: read, " +
      "input: { type: object, properties: {} }, output: { type: object, properties: { size: { type: integer }, " +
      "picture: { file_downloadable: true, description: The picture } } } } }";
    const [tool] = compile({}, yaml).tools;
    expect(tool?.outputSchema.properties.data?.properties).toMatchObject({
      size: { type: "integer" },
      picture: { ...file, description: "The picture" },
    });
  });

  it("writes no answer of its own beside binary: true", () => {
    const yaml =
      "tools: { DEMO_GET: { name: Get, description: Gets., method: GET, path: /file, binary: true, output: { type: object } } }";
    expect(() => toolkitFile(yaml)).toThrow("leave output out");
  });
});

function answering(type: string, schema: SourceSchema): SourceOperation {
  return { responses: { 200: { content: { [type]: { schema } } } } };
}

describe("the form of an answer", () => {
  const dataOf = (facts: SourceOperation) => described(facts).outputSchema.properties.data;

  it.each<[string, SourceOperation]>([
    ["204", { responses: { 204: {}, 404: {} } }],
    ["204 and 205", { responses: { 204: {}, 205: {}, default: { content: { "application/json": {} } } } }],
  ])("is an empty object where only %s is promised", (_, facts) => {
    expect(dataOf(facts)).toEqual({
      type: "object",
      description: "Empty, because the provider answers without a body",
      properties: {},
    });
  });

  it("is not known where another success may come, or nothing is said", () => {
    for (const statuses of [[200, 204], [200], [404]])
      expect(
        dataOf({ responses: Object.fromEntries(statuses.map((status) => [status, {}])) })?.additionalProperties,
      ).toBe(true);
  });

  it("is read from an example where there is no schema", () => {
    const example = { id: 1, name: "a", of: null, tags: ["x"], rows: [{ ok: true }] };
    const media = { examples: { one: { value: example } } };
    expect(dataOf({ responses: { 200: { content: { "application/json": media } } } })).toMatchObject({
      properties: {
        id: { type: "number" },
        name: { type: "string" },
        of: {},
        tags: { type: "array", items: { type: "string" } },
        rows: { type: "array", items: { type: "object", properties: { ok: { type: "boolean" } } } },
      },
      additionalProperties: true,
    });
    const listMedia = { example: [{ id: "a" }] };
    expect(dataOf({ responses: { 200: { content: { "application/json": listMedia } } } })).toMatchObject({
      properties: { response_data: { type: "array", items: { properties: { id: { type: "string" } } } } },
    });
  });

  it("lets members be null that are not required, where a client tells of neither", () => {
    const inner: SourceSchema = { type: "object", required: ["a"], properties: { a: { type: "string" }, b: {} } };
    const schema: SourceSchema = {
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        kind: { type: "string", enum: ["x"] },
        list: { type: "array", items: inner },
      },
    };
    const document = { ...withOperation("get", answering("application/json", schema)), optionalIsNull: true };
    const { properties } = only(document).outputSchema.properties.data ?? {};
    expect(properties).toMatchObject({ kind: { nullable: true }, list: { nullable: true, items: {} } });
    expect(properties?.id?.nullable).toBeUndefined();
    expect(properties?.list?.items?.properties?.a?.nullable).toBeUndefined();
  });

  it("says what the values of a map are", () => {
    expect(
      dataOf(answering("application/json", { type: "object", additionalProperties: { type: "integer" } })),
    ).toMatchObject({
      type: "object",
      additionalProperties: { type: "integer" },
    });
  });
});
