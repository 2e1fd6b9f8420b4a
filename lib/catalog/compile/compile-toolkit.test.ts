/** The compiler against the traps that descriptions of real APIs set. */
import { describe, expect, it } from "vitest";
import type { OpenApiDocument, SourceSchema } from "./sources/openapi-document";
import { withOperation, only, body } from "@/test/builders/compile-toolkit";

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
      "tools: { DEMO_SEND: { name: Send, description: Sends., method: POST, path: /files, " +
      "contentType: multipart/form-data, parameters: { " +
      "file: { in: body, type: object, file_uploadable: true, required: true }, " +
      "title: { in: body, type: string } } } }";
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
      "tools: { DEMO_PUT: { name: Put, description: Puts., method: POST, path: /files, " +
      "contentType: application/octet-stream, parameters: { name: { in: query, type: string }, " +
      "file: { in: body, type: object, file_uploadable: true, required: true } } } }";
    expect(only({}, yaml).request.body).toEqual({
      mode: "file",
      contentType: "application/octet-stream",
      required: true,
      key: "file",
    });
  });

  it("leaves out the query of operations that repeat the filters of a list", () => {
    const parameters = [{ name: "since", in: "query", schema: { type: "string" } }];
    const yaml = `sources: [{ package: demo, file: demo.json, noQuery: ["^GET .*/\\\\{id\\\\}$"] }]`;
    expect(Object.keys(only(withOperation("get", { parameters }), yaml).inputSchema.properties)).toEqual(["id"]);
    expect(Object.keys(only(withOperation("get", { parameters })).inputSchema.properties)).toContain("since");
  });

  it("gives places of paths the form that the toolkit's file names", () => {
    const yaml = "sources: [{ package: demo, file: demo.json }]\npathForms: { id: end-of-url }";
    expect(only(withOperation("get", {}), yaml).request.parameters).toEqual([
      { key: "id", name: "id", in: "path", form: "end-of-url" },
    ]);
    expect(() => only(withOperation("get", {}), yaml.replace("{ id:", "{ key:"))).toThrow("pathForms.key");
  });

  it("requires the members of an argument that a hand-written operation names", () => {
    const yaml =
      "tools: { DEMO_SEND: { name: Send, description: Sends., method: POST, path: /files, parameters: { " +
      "to: { in: body, type: object, properties: { ids: { type: array, items: { type: string } } }, requires: [ids] } } } }";
    const { properties, required } = only({}, yaml).inputSchema;
    expect(properties.to).toMatchObject({ type: "object", required: ["ids"] });
    expect(required).toBeUndefined();
  });

  it("keeps the further names and the query style that a hand-written operation gives", () => {
    const yaml =
      "tools: { DEMO_FIND: { name: Find, description: Finds., method: GET, path: '/z/{zone_id}', " +
      "aliases: { text: filter.text }, parameters: { " +
      "zone_id: { in: path, type: string, aliases: [zone] }, " +
      "filter: { in: query, type: object, style: brackets, properties: { text: { type: string } } }, " +
      "tags: { in: query, type: array, items: { type: string }, explode: false } } } }";
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
      "tools: { DEMO_SAY: { name: Say, description: Says., method: POST, path: /say, " +
      "parameters: { text: { in: body, type: string, at: content.raw } } } }";
    expect(only({}, yaml).request.body).toMatchObject({ fields: [{ key: "text", name: "content.raw", as: "inside" }] });
  });

  it("sends one argument as the whole body where a hand-written operation says so, and refuses others beside it", () => {
    const tool = (more: string) =>
      "tools: { DEMO_SAY: { name: Say, description: Says., method: POST, path: /say, " +
      `parameters: { data: { in: body, whole: true, required: true, type: object }${more} } } }`;
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
            properties: {
              file: { type: "string", format: "binary" },
              more: { type: "array", description: "Samples", items: { type: "string", format: "binary" } },
              meta: { type: "object", properties: { a: {} } },
            },
          },
          "multipart/form-data",
        ),
      ),
    );
    expect(inputSchema.properties.file).toMatchObject({ file_uploadable: true });
    expect(inputSchema.properties.more).toMatchObject({ description: "Samples", items: { file_uploadable: true } });
    expect(request.body).toMatchObject({
      mode: "flat",
      fields: [
        { key: "file", as: "file" },
        { key: "more", as: "file" },
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
