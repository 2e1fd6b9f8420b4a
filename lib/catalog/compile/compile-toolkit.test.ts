/** The compiler against the traps that descriptions of real APIs set. */
import { describe, expect, it } from "vitest";
import type { OpenApiDocument, SourceSchema } from "./openapi-document";
import { withOperation, only, body } from "@/test/compile-toolkit";

describe("arguments", () => {
  it("declares a place of the path that the description forgot", () => {
    expect(only(withOperation("get", {})).inputSchema).toEqual({
      type: "object",
      properties: { id: { type: "string", description: "Id of the thing" } },
      required: ["id"],
    });
  });

  it("uploads the file_uploadable argument of a hand-written form", () => {
    const yaml =
      "tools: { DEMO_SEND: { name: Send, description: Sends., method: POST, path: /files, contentType: multipart/form-data, parameters: { file: { in: body, type: object, file_uploadable: true, required: true }, title: { in: body, type: string } } } }";
    const { inputSchema, request } = only({}, yaml);
    expect(inputSchema.properties.file).toMatchObject({ title: "FileUploadable", file_uploadable: true });
    expect(request.body).toMatchObject({
      fields: [
        { key: "file", name: "file", as: "file" },
        { key: "title", name: "title" },
      ],
    });
  });

  it("sends the lone file of a hand-written operation as the whole body, where its type is that of bytes", () => {
    const yaml =
      "tools: { DEMO_PUT: { name: Put, description: Puts., method: POST, path: /files, contentType: application/octet-stream, parameters: { name: { in: query, type: string }, file: { in: body, type: object, file_uploadable: true, required: true } } } }";
    expect(only({}, yaml).request.body).toEqual({
      mode: "file",
      contentType: "application/octet-stream",
      required: true,
      key: "file",
    });
  });

  it("keeps the further names and the query style that a hand-written operation gives", () => {
    const yaml =
      "tools: { DEMO_FIND: { name: Find, description: Finds., method: GET, path: '/z/{zone_id}', aliases: { text: filter.text }, parameters: { zone_id: { in: path, type: string, aliases: [zone] }, filter: { in: query, type: object, style: brackets, properties: { text: { type: string } } }, tags: { in: query, type: array, items: { type: string }, explode: false } } } }";
    const { inputSchema, request } = only({}, yaml);
    expect(Object.keys(inputSchema.properties)).toEqual(["zone_id", "filter", "tags"]);
    expect(request.aliases).toEqual({ text: "filter.text", zone: "zone_id" });
    expect(request.parameters).toEqual([
      { key: "zone_id", name: "zone_id", in: "path" },
      { key: "filter", name: "filter", in: "query", style: "brackets" },
      { key: "tags", name: "tags", in: "query", explode: false },
    ]);
    expect(JSON.stringify(inputSchema)).not.toContain("aliases");
  });

  it("places an argument inside the body where a hand-written operation says so", () => {
    const yaml =
      "tools: { DEMO_SAY: { name: Say, description: Says., method: POST, path: /say, parameters: { text: { in: body, type: string, at: content.raw } } } }";
    expect(only({}, yaml).request.body).toMatchObject({ fields: [{ key: "text", name: "content.raw", as: "inside" }] });
  });

  it("sends one argument as the whole body where a hand-written operation says so, and refuses others beside it", () => {
    const tool = (more: string) =>
      `tools: { DEMO_SAY: { name: Say, description: Says., method: POST, path: /say, parameters: { data: { in: body, whole: true, required: true, type: object }${more} } } }`;
    expect(only({}, tool("")).request.body).toEqual({
      mode: "json",
      contentType: "application/json",
      required: true,
      key: "data",
    });
    expect(() => only({}, tool(", text: { in: body, type: string }"))).toThrow(/whole body/);
  });

  it("asks for a place of the path that a source drops elsewhere, and for one written with a colon", () => {
    const document: OpenApiDocument = {
      servers: [{ url: "https://api.example.com" }],
      paths: { "/:id/info": { get: { summary: "Get it" } } },
    };
    const { inputSchema, request } = only(document);
    expect(request.path).toBe("/{id}/info");
    expect(inputSchema.required).toEqual(["id"]);
  });

  it("leaves the fragment out of the path, so that the query stays in the request", () => {
    const document: OpenApiDocument = {
      servers: [{ url: "https://api.example.com" }],
      paths: { "/things/{id}#share": { put: { summary: "Share it" } } },
    };
    expect(only(document).request.path).toBe("/things/{id}");
  });

  it("sends the body of a GET as query parameters", () => {
    const { request } = only(
      withOperation(
        "get",
        body({
          type: "object",
          properties: { filter: { type: "object", properties: {} }, limit: { type: "integer" } },
        }),
      ),
    );
    expect(request.body).toBeUndefined();
    expect(request.parameters.map(({ key, in: place, style }) => [key, place, style])).toEqual([
      ["id", "path", undefined],
      ["filter", "query", "deepObject"],
      ["limit", "query", undefined],
    ]);
  });

  it("leaves out headers and query parameters that would shadow the credentials", () => {
    const document = withOperation(
      "get",
      {
        parameters: [
          { name: "Authorization", in: "header" },
          { name: "X-Key", in: "header" },
          { name: "access_token", in: "query" },
          { name: "q", in: "query" },
        ],
      },
      { components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } } },
    );
    expect(Object.keys(only(document).inputSchema.properties)).toEqual(["q", "id"]);
  });

  it("renames what clients refuse and keeps the wire's own name", () => {
    const { inputSchema, request } = only(
      withOperation("get", {
        parameters: [
          { name: "filter[from date]", in: "query" },
          { name: "ids[]", in: "query" },
        ],
      }),
    );
    expect(Object.keys(inputSchema.properties)).toEqual(["filter_from_date", "ids", "id"]);
    expect(request.parameters.map(({ name }) => name)).toEqual(["filter[from date]", "ids[]", "id"]);
  });

  it("numbers a body property that is named like a parameter", () => {
    const { request } = only(withOperation("patch", body({ type: "object", properties: { id: { type: "string" } } })));
    expect(request.body).toMatchObject({ fields: [{ key: "id_2", name: "id" }] });
  });

  it("survives arguments that are named like the parts of every object", () => {
    const { inputSchema } = only(
      withOperation("get", {
        parameters: [
          { name: "constructor", in: "query" },
          { name: "toString", in: "query" },
        ],
      }),
    );
    expect(Object.keys(inputSchema.properties)).toEqual(["constructor", "toString", "id"]);
  });

  it("takes files of a multipart form as uploads, and objects as JSON", () => {
    const { inputSchema, request } = only(
      withOperation(
        "post",
        body(
          {
            type: "object",
            properties: { file: { type: "string", format: "binary" }, meta: { type: "object", properties: { a: {} } } },
          },
          "multipart/form-data",
        ),
      ),
    );
    expect(inputSchema.properties.file).toMatchObject({ file_uploadable: true });
    expect(request.body).toMatchObject({
      mode: "flat",
      fields: [
        { key: "file", as: "file" },
        { key: "meta", as: "json" },
      ],
    });
  });

  it("sends the metadata of Google's media uploads as JSON", () => {
    const document = {
      ...withOperation("post", body({ $ref: "#/components/schemas/File" }, "application/octet-stream")),
      info: { "x-providerName": "googleapis.com" },
      components: { schemas: { File: { type: "object", properties: { name: { type: "string" } } } } },
    };
    expect(only(document as OpenApiDocument).request.body).toMatchObject({
      mode: "flat",
      contentType: "application/json",
      fields: [{ key: "name", name: "name" }],
    });
  });

  it("makes one flat object of alternative bodies, requiring what all of them require", () => {
    const alternatives: SourceSchema[] = [
      { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a", "b"] },
      { type: "object", properties: { a: { type: "string" }, c: { type: "string" } }, required: ["a"] },
    ];
    const { inputSchema } = only(withOperation("post", body({ oneOf: alternatives })));
    expect(inputSchema).toMatchObject({ required: ["id", "a"] });
    expect(Object.keys(inputSchema.properties)).toEqual(["id", "a", "b", "c"]);
  });

  it("gives a body that is a list one argument", () => {
    expect(only(withOperation("post", body({ type: "array", items: { type: "string" } }))).request.body).toMatchObject({
      mode: "json",
      key: "body",
    });
  });
});

describe("schemas", () => {
  const schemaOf = (schema: SourceSchema, schemas: Record<string, SourceSchema> = {}) => {
    const sent = body({ type: "object", properties: { x: schema } });
    return only(withOperation("post", sent, { components: { schemas } })).inputSchema.properties.x;
  };

  it("ends a schema that contains itself", () => {
    const node: SourceSchema = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, value: { type: "string" } },
    };
    expect(JSON.stringify(schemaOf({ $ref: "#/components/schemas/Node" }, { Node: node })).length).toBeLessThan(2000);
  });

  it("ends references that go round in a circle or nowhere", () => {
    expect(
      schemaOf(
        { $ref: "#/components/schemas/A" },
        { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      ),
    ).toEqual({});
    expect(schemaOf({ $ref: "https://elsewhere.example/schema.json" })).toEqual({});
  });

  it.each<[string, SourceSchema, unknown]>([
    [
      "a boolean exclusiveMinimum",
      { type: "integer", minimum: 3, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 3 },
    ],
    ["a flag as required", { type: "string", required: true }, { type: "string" }],
    ["a number written as text", { type: "string", minLength: "1" }, { type: "string", minLength: 1 }],
    ["the type file", { type: "file" }, { type: "string", format: "binary" }],
    ["an unknown type", { type: "any" }, {}],
    ["a null type", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["a null branch", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
    [
      "null beside alternatives",
      { anyOf: [{ type: "string" }, { type: "integer" }], nullable: true },
      { anyOf: [{ type: "string", nullable: true }, { type: "integer" }] },
    ],
    ["null beside choices without a type", { enum: ["a"], nullable: true }, { enum: ["a", null] }],
    ["null beside nothing", { nullable: true }, {}],
    ["a boolean part", { type: "array", items: true }, { type: "array", items: {} }],
    ["an empty description and a null title", { type: "string", description: null, title: null }, { type: "string" }],
    ["a pattern of another dialect", { type: "string", pattern: "(?i)^a" }, { type: "string" }],
    ["an example", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    ["a default outside the choices", { type: "string", enum: ["a"], default: "b" }, { type: "string", enum: ["a"] }],
    [
      "parts that are merged",
      {
        allOf: [
          { type: "object", properties: { a: {} }, required: ["a"], additionalProperties: false },
          { properties: { b: {} } },
        ],
      },
      { type: "object", properties: { a: {}, b: {} }, required: ["a"] },
    ],
    [
      "a requirement of nothing",
      { type: "object", properties: { a: {} }, required: ["z"] },
      { type: "object", properties: { a: {} } },
    ],
  ])("makes %s strict", (_, source, strict) => {
    expect(schemaOf(source)).toEqual(strict);
  });

  it("leaves read-only properties out of arguments", () => {
    expect(
      schemaOf({ type: "object", properties: { id: { type: "string", readOnly: true }, name: { type: "string" } } }),
    ).toEqual({ type: "object", properties: { name: { type: "string" } } });
  });

  it("shortens descriptions before it cuts depth", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `p${at}`,
        {
          type: "object",
          description: "d".repeat(600),
          properties: { deep: { type: "object", properties: { deeper: { type: "string" } } } },
        },
      ]),
    );
    const { inputSchema } = only(withOperation("post", body({ type: "object", properties: wide })));
    expect(JSON.stringify(inputSchema).length).toBeLessThan(20_000);
    expect(inputSchema.properties.p0).toHaveProperty("properties.deep.properties.deeper", { type: "string" });
  });

  it("never cuts a character in half", () => {
    const description = `${"a".repeat(1022)}😀 and more text`;
    expect(only(withOperation("get", { description })).description).toMatch(/^a+…$/);
  });
});
