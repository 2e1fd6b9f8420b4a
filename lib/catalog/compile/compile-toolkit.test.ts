/** The compiler against the traps that descriptions of real APIs set. */
import { describe, expect, it } from "vitest";
import { parseYamlFile, ToolkitFile } from "../toolkit-file";
import { compileToolkit } from "./compile-toolkit";
import type { OpenApiDocument, SourceOperation, SourceSchema } from "./openapi-document";

const HEAD = `
name: Demo
description: A demonstration.
categories: [popular]
baseUrl: https://api.example.com
version: "20260101_00"
auth: [{ mode: API_KEY }]
`;

const file = (text: string) => parseYamlFile(ToolkitFile, "toolkits/demo/toolkit.yaml", HEAD + text);
const SOURCE = "sources: [{ package: demo, file: demo.json }]";

const compile = (document: OpenApiDocument, yaml = SOURCE) =>
  compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: file(yaml),
    providers: {},
    read: () => document,
  });

const withOperation = (
  method: "get" | "post" | "patch",
  operation: SourceOperation,
  more: OpenApiDocument = {},
): OpenApiDocument => ({
  servers: [{ url: "https://api.example.com" }],
  paths: { "/things/{id}": { [method]: { summary: "Do it", ...operation } } },
  ...more,
});

const only = (document: OpenApiDocument, yaml = SOURCE) => {
  const [tool] = compile(document, yaml).tools;
  if (!tool?.run.request) throw new Error("no tool");
  return { ...tool, request: tool.run.request };
};

const body = (schema: SourceSchema, type = "application/json", more = {}) => ({
  requestBody: { required: true, content: { [type]: { schema, ...more } } },
});

describe("arguments", () => {
  it("declares a place of the path that the description forgot", () => {
    expect(only(withOperation("get", {})).inputSchema).toEqual({
      type: "object",
      properties: { id: { type: "string" } },
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
  const schemaOf = (schema: SourceSchema, components: Record<string, SourceSchema> = {}) =>
    only(
      withOperation("post", body({ type: "object", properties: { x: schema } }), {
        components: { schemas: components },
      }),
    ).inputSchema.properties.x;

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
    expect(inputSchema.properties.p0?.properties?.deep?.properties?.deeper).toEqual({ type: "string" });
  });

  it("never cuts a character in half", () => {
    const tool = only(withOperation("get", { description: `${"a".repeat(1022)}😀 and more text` }));
    expect(tool.description).toMatch(/^a+…$/);
  });
});

describe("answers", () => {
  const answer = (schema: SourceSchema) =>
    only(withOperation("get", { responses: { 200: { content: { "application/json": { schema } } } } })).outputSchema;

  it("puts what is no object under response_data", () => {
    expect(answer({ type: "array", items: { type: "string" } })).toMatchObject({
      type: "object",
      required: ["data", "successful"],
      properties: { data: { type: "object", properties: { response_data: { type: "array" } } } },
    });
  });

  it("marks an answer of bytes", () => {
    expect(
      only(withOperation("get", { responses: { 200: { content: { "application/pdf": {} } } } })).request.binary,
    ).toBe(true);
  });
});

describe("names and servers", () => {
  const twins: OpenApiDocument = {
    servers: [{ url: "https://api.example.com/" }],
    paths: {
      "/a": { get: { summary: "List the things", operationId: "listA" } },
      "/b": { get: { summary: "List the things", operationId: "listB" } },
      "/c": { get: { summary: "List the things", operationId: "listB" } },
      "/d/e": { get: { summary: "x".repeat(80) } },
    },
  };

  it("resolves collisions by the next rule, and cuts only names made of paths", () => {
    expect(compile(twins).tools.map(({ slug }) => slug)).toEqual([
      "DEMO_GET_C",
      "DEMO_GET_D_E",
      "DEMO_LIST_B",
      "DEMO_LIST_THE_THINGS",
    ]);
  });

  it("keeps names given in the file, and calls an operation by two of them", () => {
    const yaml = `${SOURCE.replace(" }]", ', rest: false, tools: { DEMO_ONE: GET /a, DEMO_TWO: { operation: GET /a, fixedQuery: { v: "1" } } } }]')}\naliases: { DEMO_UNO: DEMO_ONE }`;
    expect(compile(twins, yaml).tools.map(({ slug, aliases, run }) => [slug, aliases, run.request?.path])).toEqual([
      ["DEMO_ONE", ["DEMO_UNO"], "/a"],
      ["DEMO_TWO", [], "/a?v=1"],
    ]);
  });

  it("keeps the variables of a server with their defaults", () => {
    const document = withOperation(
      "get",
      {},
      { servers: [{ url: "https://{shop}.example.com/v1/", variables: { shop: { default: "demo" } } }] },
    );
    expect(only(document).request).toMatchObject({
      baseUrl: "https://{shop}.example.com/v1",
      variables: { shop: "demo" },
    });
  });

  it.each<[string, OpenApiDocument, string, string]>([
    [
      "a relative server",
      withOperation("get", {}, { servers: [{ url: "/v1" }] }),
      SOURCE,
      'demo.json: GET /things/{id}: the server "/v1" is relative',
    ],
    ["a description without operations", { paths: {} }, SOURCE, "demo.json: paths: the description has no operations"],
    [
      "a mapped operation that is not there",
      twins,
      SOURCE.replace(" }]", ", tools: { DEMO_X: GET /zzz } }]"),
      "demo.json: GET /zzz: DEMO_X names an operation that the description does not have",
    ],
    [
      "an alias of nothing",
      twins,
      `${SOURCE}\naliases: { DEMO_Z: DEMO_NOTHING }`,
      "toolkits/demo/toolkit.yaml: aliases.DEMO_Z: there is no tool DEMO_NOTHING",
    ],
    [
      "a renamed argument that is not there",
      twins,
      SOURCE.replace(" }]", ", tools: { DEMO_X: { operation: GET /a, parameters: { zz: { name: y } } } } }]"),
      'DEMO_X: there is no argument "zz"',
    ],
  ])("names file, place and reason for %s", (_, document, yaml, message) => {
    expect(() => compile(document, yaml)).toThrow(message);
  });

  it("names file, place and reason for a toolkit file with a mistake", () => {
    expect(() => file("sources: [{ package: demo, file: a, capp: 3 }]")).toThrow(
      'toolkits/demo/toolkit.yaml: sources.0: Unrecognized key: "capp"',
    );
    expect(() => file("sources: [")).toThrow("toolkits/demo/toolkit.yaml: ");
  });
});

describe("a toolkit that mirrors another", () => {
  const mail = parseYamlFile(
    ToolkitFile,
    "toolkits/mail/toolkit.yaml",
    `${HEAD.replace("api.example.com", "mail.example.com")}
hosts: [upload.example.com]
aliases: { MAIL_GET: MAIL_READ }
tools: { MAIL_READ: { name: Read, description: Reads., method: GET, path: /mails }, MAIL_OWN: { name: Own, description: Owns., method: GET, path: /own }, MAIL_DROP: { name: Drop, description: Drops., method: GET, path: /drop } }
composites: { MAIL_SEND: { name: Send, description: Sends., handler: send, input: { type: object } } }`,
  );
  const family = file(
    "tools: { DEMO_OWN: { name: Mine, description: Mine., method: GET, path: /mine } }\nmirrors: [{ toolkit: mail, exclude: [MAIL_DROP] }]",
  );
  const { tools, meta } = compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: family,
    providers: {},
    mirrored: [{ slug: "mail", filePath: "toolkits/mail/toolkit.yaml", file: mail }],
    read: () => ({}),
  });

  it("offers the other's tools under its own prefix, its own names first", () => {
    expect(tools.map(({ slug, aliases, name }) => [slug, aliases, name])).toEqual([
      ["DEMO_OWN", [], "Mine"],
      ["DEMO_READ", ["DEMO_GET"], "Read"],
      ["DEMO_SEND", [], "Send"],
    ]);
  });

  it("sends them where they belong, with the hosts that may see the credentials", () => {
    expect(tools.map(({ run }) => run.request?.baseUrl ?? run)).toEqual([
      "https://api.example.com",
      "https://mail.example.com",
      { handler: "mail/send", baseUrl: "https://mail.example.com" },
    ]);
    expect(meta.hosts).toEqual(["api.example.com", "mail.example.com", "upload.example.com"]);
  });
});

describe("important tools", () => {
  it("marks one in ten, at least five, and named ones first", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`/p${at}/deep/er`, { get: { summary: `Read part ${at} of it` } }]),
    );
    const { tools } = compile(
      { servers: [{ url: "https://api.example.com" }], paths },
      `${SOURCE}\nimportant: [DEMO_READ_PART_79_OF_IT]`,
    );
    const marked = tools.filter((tool) => tool.important);
    expect(marked).toHaveLength(8);
    expect(marked.map(({ slug }) => slug)).toContain("DEMO_READ_PART_79_OF_IT");
    expect(marked.every(({ tags }) => tags.includes("important"))).toBe(true);
  });
});
