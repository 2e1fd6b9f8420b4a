/** Request bodies that a description omits or describes wrongly. */
import { describe, expect, it } from "vitest";
import { only, withOperation } from "@/test/builders/compile-toolkit";
import type { OpenApiDocument, SourceMedia } from "./openapi-document";

const source = (more: string): string => `sources: [{ package: demo, file: demo.json, ${more} }]`;
const posting = (content: Record<string, SourceMedia>): OpenApiDocument =>
  withOperation("post", { requestBody: { required: true, content } });
const bodyOf = (document: OpenApiDocument, yaml?: string) => only(document, yaml).request.body;

describe("media types", () => {
  it("names the type that a misspelled one means", () => {
    const schema = { type: "object", properties: { hide: { type: "boolean" } } };
    expect(bodyOf(posting({ "application/form-data": { schema } }))).toMatchObject({
      mode: "flat",
      contentType: "multipart/form-data",
    });
    expect(bodyOf(posting({ "": { schema } }))).toMatchObject({ mode: "flat", contentType: "application/json" });
  });

  it("sends an object as JSON where the description calls it text or bytes", () => {
    const schema = { type: "object", properties: { name: { type: "string" } } };
    for (const type of ["text/plain", "application/octet-stream"])
      expect(bodyOf(posting({ [type]: { schema } }))).toMatchObject({
        mode: "flat",
        contentType: "application/json",
        fields: [{ key: "name", name: "name" }],
      });
  });

  it("keeps texts and bytes as they are", () => {
    expect(bodyOf(posting({ "text/plain": { schema: { type: "string" } } }))).toMatchObject({ mode: "text" });
    const schema = { type: "string", format: "binary" };
    expect(bodyOf(posting({ "application/octet-stream": { schema } }))).toMatchObject({ mode: "file" });
  });

  it("reads a body that is told by an example only: none, JSON or text", () => {
    expect(bodyOf(posting({ "text/plain": { example: "" } }))).toBeUndefined();
    expect(bodyOf(posting({ "application/octet-stream": { example: '"genre"' } }))).toMatchObject({
      mode: "json",
      contentType: "application/json",
    });
    expect(bodyOf(posting({ "text/plain": { example: "# Title" } }))).toMatchObject({ mode: "text" });
  });

  it("takes the names of a form from a text of pairs, and sees that a closed object without members is no body", () => {
    const examples = { one: { value: "title=Pork roast&servings=2" } };
    const tool = only(posting({ "application/x-www-form-urlencoded": { examples, schema: { type: "string" } } }));
    expect(Object.keys(tool.inputSchema.properties)).toEqual(["id", "title", "servings"]);
    const schema = { type: "object", properties: {}, additionalProperties: false };
    expect(bodyOf(posting({ "application/x-www-form-urlencoded": { schema } }))).toBeUndefined();
  });
});

describe("bodies that the toolkit file states", () => {
  it("takes the place of what the description says, or of nothing", () => {
    const yaml = source(
      'bodies: { "^POST /things": { contentType: text/html, schema: { type: string, description: The page } } }',
    );
    for (const document of [withOperation("post", {}), posting({ "application/json": { schema: { type: "object" } } })])
      expect([bodyOf(document, yaml), only(document, yaml).inputSchema.required]).toEqual([
        { mode: "text", contentType: "text/html", required: true, key: "body" },
        ["id", "body"],
      ]);
  });

  it("none leaves the body out, open takes what the provider documents", () => {
    const document = posting({ "application/json": { schema: { properties: { a: { type: "string" } } } } });
    expect(bodyOf(document, source('bodies: { "POST ": none }'))).toBeUndefined();
    const open = only(withOperation("post", {}), source('bodies: { "POST ": open }'));
    expect([open.request.body?.mode, open.inputSchema.required]).toEqual(["json", ["id"]]);
  });

  it("answer takes the model that the operation answers with, without what only the server gives", () => {
    const schema = {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
    };
    const tool = only(
      withOperation("post", {
        parameters: [
          { name: "name", in: "query" },
          { name: "page", in: "query" },
        ],
        responses: { 201: { content: { "application/json": { schema } } } },
      }),
      source('bodies: { "POST ": answer }'),
    );
    expect([Object.keys(tool.inputSchema.properties), tool.inputSchema.required]).toEqual([
      ["page", "id", "name"],
      ["id"],
    ]);
  });

  it("refuses a pattern that fits no operation", () => {
    expect(() => only(withOperation("post", {}), source('bodies: { "PUT ": none }'))).toThrow(
      /bodies: "PUT " fits no operation of the description/,
    );
    expect(() => only(withOperation("post", {}), source('noBody: ["PUT "]'))).toThrow(/"PUT " fits no operation/);
  });
});
