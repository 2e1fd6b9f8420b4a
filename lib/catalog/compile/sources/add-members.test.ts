/** Arguments that a description does not have yet. */
import { describe, expect, it } from "vitest";
import { addMembers, AddedMembers } from "./add-members";
import type { OpenApiDocument } from "./openapi-document";

const document: OpenApiDocument = {
  paths: {
    "/tasks": {
      get: { parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] },
      post: {
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { data: { $ref: "#/components/schemas/Task" } } },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Task: { type: "object", required: ["name"], properties: { name: { type: "string" } } } } },
};
const adds = (members: unknown) => ({ adds: { "^(GET|POST) /tasks$": AddedMembers.parse(members) }, unwrap: "data" });

describe("arguments that a provider takes since its description was written", () => {
  it("are added to the query, unless the operation has one of the name", () => {
    const query = { limit: { type: "string" }, archived: { type: "boolean", description: "Also archived tasks" } };
    expect(addMembers(document, adds({ query })).paths?.["/tasks"]?.get?.parameters).toEqual([
      { name: "limit", in: "query", schema: { type: "integer" } },
      { name: "archived", in: "query", schema: { type: "boolean" }, description: "Also archived tasks" },
    ]);
  });

  it("are added to the query as lists with commas, if they say so", () => {
    const query = { opt_fields: { type: "array", items: { type: "string" }, explode: false } };
    expect(addMembers(document, adds({ query })).paths?.["/tasks"]?.get?.parameters?.at(-1)).toEqual({
      name: "opt_fields",
      in: "query",
      schema: { type: "array", items: { type: "string" } },
      explode: false,
    });
  });

  it("are added to a body inside of the object around its members", () => {
    const body = { color: { type: "string" } };
    const schema = addMembers(document, adds({ body })).paths?.["/tasks"]?.post?.requestBody?.content?.[
      "application/json"
    ]?.schema;
    expect(schema?.properties?.data?.allOf).toEqual([
      { type: "object", properties: { color: { type: "string" } } },
      { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    ]);
  });

  it("replace a member whose form is described wrongly", () => {
    const schema = addMembers(document, adds({ instead: { name: { type: "integer" } } })).paths?.["/tasks"]?.post
      ?.requestBody?.content?.["application/json"]?.schema;
    expect(schema?.properties?.data?.allOf?.at(-1)).toEqual({
      type: "object",
      properties: { name: { type: "integer" } },
    });
  });

  it("are added to the body of a form, too", () => {
    const form: OpenApiDocument = {
      paths: {
        "/files": {
          post: {
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": {
                  schema: { type: "object", properties: { name: { type: "string" } } },
                },
              },
            },
          },
        },
      },
    };
    const facts = { adds: { "^POST /files$": AddedMembers.parse({ body: { format: { type: "string" } } }) } };
    const content = addMembers(form, facts).paths?.["/files"]?.post?.requestBody?.content;
    expect(content?.["application/x-www-form-urlencoded"]?.schema?.allOf).toEqual([
      { type: "object", properties: { format: { type: "string" } } },
      { type: "object", properties: { name: { type: "string" } } },
    ]);
  });

  it("stop the compile if they belong into a body that no operation has", () => {
    const facts = { adds: { "^GET /tasks$": AddedMembers.parse({ body: { color: { type: "string" } } }) } };
    expect(() => addMembers(document, facts)).toThrow('"^GET /tasks$" adds to a body, but no operation that it fits');
  });

  it("replace an argument of the query whose form is described wrongly", () => {
    const instead = { limit: { type: "array", items: { type: "integer" } } };
    expect(addMembers(document, adds({ instead })).paths?.["/tasks"]?.get?.parameters).toEqual([
      { name: "limit", in: "query", schema: { type: "array", items: { type: "integer" } } },
    ]);
  });

  it("replace a member of the body whose name stands in the path, too", () => {
    const schema = { type: "object", properties: { id: { type: "integer" } } };
    const operation = { requestBody: { content: { "application/json": { schema } } } };
    const parameters = [{ name: "id", in: "path", schema: { type: "string" } }];
    const ofId: OpenApiDocument = { paths: { "/tasks/{id}": { put: { ...operation, parameters } } } };
    const facts = { adds: { "^PUT ": AddedMembers.parse({ instead: { id: { type: "string" } } }) } };
    const { put } = addMembers(ofId, facts).paths?.["/tasks/{id}"] ?? {};
    expect(put?.parameters).toEqual(parameters);
    expect(JSON.stringify(put?.requestBody)).toContain('"id":{"type":"string"}');
  });

  it("stop the compile if no operation fits", () => {
    const facts = { adds: { "^GET /nothing$": AddedMembers.parse({}) } };
    expect(() => addMembers(document, facts)).toThrow('"^GET /nothing$" fits no operation of the description');
  });
});
