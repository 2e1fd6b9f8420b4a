/** Swagger 2.0, Google Discovery, Postman and GraphQL become the same tools as OpenAPI. */
import { expect, it } from "vitest";
import { compileDocument } from "./compile-document";

const compile = (value: object, more: { url?: string; operations?: string[] } = {}) => {
  const settings = more.operations ? { operations: more.operations } : {};
  return compileDocument({ slug: "custom_x", text: JSON.stringify(value), url: more.url, settings, discovered: [] });
};
const requestsOf = (result: ReturnType<typeof compile>) =>
  Object.fromEntries((result.toolkit?.tools ?? []).map(({ slug, run }) => [slug, run.request]));

it("reads Swagger 2.0: bodies, forms, lists, definitions and schemes", () => {
  const result = compile({
    ...{
      swagger: "2.0",
      info: { title: "DNS", version: "1" },
      host: "dns.example.net",
      basePath: "/api/v1",
      schemes: ["https"],
    },
    securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-API-Key" }, basic: { type: "basic" } },
    security: [{ key: [] }],
    paths: {
      "/zones": {
        get: {
          summary: "List zones",
          parameters: [
            { name: "kinds", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" },
          ],
          responses: { 200: { description: "ok", schema: { type: "array", items: { $ref: "#/definitions/Zone" } } } },
        },
        post: {
          summary: "Create a zone",
          parameters: [{ name: "zone", in: "body", required: true, schema: { $ref: "#/definitions/Zone" } }],
          responses: {},
        },
      },
      "/files": {
        post: {
          summary: "Upload a file",
          parameters: [{ name: "file", in: "formData", type: "file", required: true }],
          responses: {},
        },
      },
    },
    definitions: {
      Zone: { type: "object", required: ["name"], properties: { name: { type: "string", description: "Its name" } } },
    },
  });
  expect([result.kind, result.problems.items, result.toolkit?.baseUrl]).toEqual([
    "swagger",
    [],
    "https://dns.example.net/api/v1",
  ]);
  expect(result.toolkit?.authSchemes.map(({ mode }) => mode)).toEqual(["API_KEY", "BASIC"]);
  expect(requestsOf(result)).toMatchObject({
    CUSTOM_X_LIST_ZONES: { path: "/zones", parameters: [{ name: "kinds", in: "query" }] },
    CUSTOM_X_CREATE_A_ZONE: { body: { mode: "flat", contentType: "application/json", fields: [{ name: "name" }] } },
    CUSTOM_X_UPLOAD_A_FILE: { body: { contentType: "multipart/form-data", fields: [{ name: "file", as: "file" }] } },
  });
});

it("reads a Google Discovery document", () => {
  const result = compile({
    ...{ kind: "discovery#restDescription", title: "Notes API", version: "v1" },
    ...{ rootUrl: "https://notes.example.net/", servicePath: "v1/" },
    resources: {
      notes: { methods: { list: { id: "notes.list", path: "notes", httpMethod: "GET", description: "Lists notes" } } },
    },
  });
  expect([result.kind, result.toolkit?.tools.length, result.toolkit?.baseUrl]).toEqual([
    "discovery",
    1,
    "https://notes.example.net/v1",
  ]);
});

it("reads a Postman collection: folders, variables, examples and sign-in", () => {
  const result = compile({
    info: { name: "Post", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-Key" },
        { key: "in", value: "header" },
      ],
    },
    variable: [{ key: "base", value: "https://post.example.net/v1" }],
    item: [
      {
        name: "Parcels",
        item: [
          {
            name: "Get a parcel",
            request: {
              method: "GET",
              url: {
                raw: "{{base}}/parcels/:id?full=1",
                variable: [{ key: "id" }],
                query: [{ key: "full", value: "1" }],
              },
            },
          },
          {
            name: "Send a parcel",
            request: {
              method: "POST",
              url: "{{base}}/parcels",
              body: { mode: "raw", raw: '{"to": "Ada", "weight": 2}' },
            },
          },
        ],
      },
    ],
  });
  expect([result.kind, result.problems.items, result.toolkit?.baseUrl]).toEqual([
    "postman",
    [],
    "https://post.example.net/v1",
  ]);
  expect(result.toolkit?.authSchemes).toMatchObject([{ mode: "API_KEY", apply: [{ in: "header", name: "X-Key" }] }]);
  expect(requestsOf(result)).toMatchObject({
    CUSTOM_X_GET_A_PARCEL: {
      path: "/parcels/{id}",
      parameters: [
        { name: "id", in: "path" },
        { name: "full", in: "query" },
      ],
    },
    CUSTOM_X_SEND_A_PARCEL: { method: "POST", body: { fields: [{ name: "to" }, { name: "weight" }] } },
  });
});

it("reads a GraphQL schema: each query and mutation a tool with a bounded selection", () => {
  const named = (name: string, kind = "SCALAR") => ({ kind, name });
  const required = (ofType: object) => ({ kind: "NON_NULL", ofType });
  const parcel = named("Parcel", "OBJECT");
  const value = {
    data: {
      __schema: {
        ...{ queryType: { name: "Query" }, mutationType: { name: "Mutation" } },
        types: [
          ...["ID", "String", "Float"].map((name) => ({ kind: "SCALAR", name })),
          {
            kind: "OBJECT",
            name: "Query",
            fields: [
              {
                name: "parcel",
                description: "One parcel",
                args: [{ name: "id", type: required(named("ID")) }],
                type: parcel,
              },
            ],
          },
          {
            kind: "OBJECT",
            name: "Mutation",
            fields: [
              { name: "sendParcel", args: [{ name: "to", type: named("Address", "INPUT_OBJECT") }], type: parcel },
            ],
          },
          { kind: "INPUT_OBJECT", name: "Address", inputFields: [{ name: "city", type: required(named("String")) }] },
          {
            kind: "OBJECT",
            name: "Parcel",
            fields: [
              { name: "id", args: [], type: required(named("ID")) },
              { name: "next", args: [], type: parcel },
              { name: "price", args: [{ name: "currency", type: required(named("String")) }], type: named("Float") },
            ],
          },
        ],
      },
    },
  };
  const result = compile(value, { url: "https://post.example.net/api/graphql" });
  expect([result.kind, result.problems.items, result.total]).toEqual(["graphql", [], 2]);
  expect(result.toolkit?.baseUrl).toBe("https://post.example.net/api");
  const next = "{ id next { id next { id next { id } } } }";
  expect(requestsOf(result)).toMatchObject({
    CUSTOM_X_PARCEL: {
      method: "POST",
      path: "/graphql",
      body: { fixed: { query: `query parcel($id: ID!) { parcel(id: $id) ${next} }` } },
    },
    CUSTOM_X_SEND_PARCEL: { body: { fields: [{ key: "to", name: "variables.to", as: "inside" }] } },
  });
  expect(result.toolkit?.tools.find(({ slug }) => slug === "CUSTOM_X_PARCEL")).toMatchObject({
    tags: expect.arrayContaining(["readOnlyHint"]) as string[],
    inputSchema: { required: ["id"] },
  });
  expect(result.toolkit?.meta.refusals).toBeDefined();
  expect([...result.operations.values()].sort()).toEqual(["MUTATION sendParcel", "QUERY parcel"]);
  expect(
    Object.keys(requestsOf(compile(value, { url: "https://x.example.net/graphql", operations: ["QUERY parcel"] }))),
  ).toHaveLength(1);
});

it("bounds what a GraphQL schema can mean: types that contain themselves, and objects without plain fields", () => {
  const many = (count: number, kind: string, name: string) =>
    Array.from({ length: count }, (_, n) => ({ name: `f${n}`, args: [], type: { kind, name } }));
  const types = [
    { kind: "SCALAR", name: "ID" },
    {
      ...{ kind: "OBJECT", name: "Query" },
      fields: [
        {
          name: "a",
          args: [{ name: "where", type: { kind: "INPUT_OBJECT", name: "Filter" } }],
          type: { kind: "OBJECT", name: "A" },
        },
      ],
    },
    { kind: "INPUT_OBJECT", name: "Filter", inputFields: many(60, "INPUT_OBJECT", "Filter") },
    ...["A", "B", "C", "D"].map((name, n, all) => ({
      kind: "OBJECT",
      name,
      fields: many(100, "OBJECT", all[n + 1] ?? "A"),
    })),
  ];
  const result = compile(
    { __schema: { queryType: { name: "Query" }, types } },
    { url: "https://x.example.net/graphql" },
  );
  expect(result.problems.items).toEqual([]);
  const [tool] = result.toolkit?.tools ?? [];
  expect(JSON.stringify(tool).length).toBeLessThan(60_000);
  expect(tool?.inputSchema.properties).toMatchObject({ where: { properties: { f0: { type: "object" } } } });
});
