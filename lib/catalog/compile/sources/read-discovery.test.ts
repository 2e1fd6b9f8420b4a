/** The reader of Google's descriptions against a small description. */
import { describe, expect, it } from "vitest";
import { readDiscovery, type DiscoveryDocument } from "./read-discovery";

const DOCUMENT: DiscoveryDocument = {
  title: "Notes API",
  version: "v1",
  rootUrl: "https://notes.googleapis.com/",
  servicePath: "notes/v1/",
  schemas: {
    Note: {
      type: "object",
      properties: {
        kind: { type: "string", default: "notes#note" },
        etag: { type: "string", description: "ETag of the resource." },
        id: { type: "string", annotations: { required: ["notes.notes.update"] } },
        size: { type: "integer", format: "int32", description: "Output only. The size." },
        owner: { type: "string", description: "The owner. Read-only." },
        locked: { type: "boolean", description: "Whether it is locked. For shared notes this field is read-only." },
        parts: { type: "array", items: { $ref: "Part" } },
      },
    },
    Part: { type: "object", properties: { text: { type: "string" } } },
  },
  resources: {
    notes: {
      methods: {
        list: {
          id: "notes.notes.list",
          path: "{+parent}/notes",
          httpMethod: "GET",
          description: "Lists notes.",
          parameters: {
            parent: { type: "string", location: "path", required: true },
            pageSize: { type: "integer", location: "query", minimum: "1", maximum: "50", default: "20" },
            labels: { type: "string", location: "query", repeated: true, enum: ["a", "b"], description: "The labels." },
          },
          response: { $ref: "Note" },
          scopes: ["https://www.googleapis.com/auth/notes", "https://www.googleapis.com/auth/notes.readonly"],
        },
        update: { id: "notes.notes.update", path: "notes/{id}", httpMethod: "PUT", request: { $ref: "Note" } },
      },
    },
  },
};

const read = readDiscovery(DOCUMENT);
const list = read.paths?.["/{parent}/notes"]?.get;

describe("a method", () => {
  it("has the address of the service, its ID, and each of its scopes as an alternative", () => {
    expect(read.servers).toEqual([{ url: "https://notes.googleapis.com/notes/v1" }]);
    expect(list).toMatchObject({ operationId: "notes.notes.list", tags: ["notes"] });
    expect(list?.security).toHaveLength(2);
    const schemes = (list?.security ?? []).flatMap((requirement) => Object.keys(requirement ?? {}));
    expect(schemes.map((name) => read.components?.securitySchemes?.[name]?.type)).toEqual(["oauth2", "oauth2"]);
  });

  it("has parameters with values of their type, and whole resource names in the path", () => {
    const [parent, size, labels, fields] = list?.parameters ?? [];
    expect(parent).toMatchObject({ in: "path", required: true, allowReserved: true });
    expect(size?.schema).toEqual({ type: "integer", minimum: 1, maximum: 50, default: 20 });
    expect(labels?.schema).toEqual({ type: "array", items: { type: "string", enum: ["a", "b"] } });
    expect(fields?.name).toBe("fields");
  });

  it("requires the members of its body that the description names for it", () => {
    const schema = read.paths?.["/notes/{id}"]?.put?.requestBody?.content?.["application/json"]?.schema;
    expect(schema).toMatchObject({ type: "object", required: ["id"] });
  });
});

it("offers no member that the server alone writes", () => {
  const { Note } = read.components?.["schemas"] as Record<
    string,
    { properties: Record<string, { readOnly?: boolean }> }
  >;
  const readOnly = Object.entries(Note?.properties ?? {}).filter(([, member]) => member.readOnly);
  expect(readOnly.map(([name]) => name)).toEqual(["kind", "etag", "size", "owner"]);
});

it("knows that a call without an answer that changes something has none, and nothing of a GET", () => {
  const without = { ...DOCUMENT.resources?.notes?.methods?.list, response: undefined };
  const read = readDiscovery({
    ...DOCUMENT,
    resources: {
      notes: {
        methods: {
          stop: { id: "notes.notes.stop", path: "notes/stop", httpMethod: "POST" },
          export: { ...without, id: "notes.notes.export", path: "notes/export", httpMethod: "GET" },
        },
      },
    },
  });
  expect(Object.keys(read.paths?.["/notes/stop"]?.post?.responses ?? {})).toEqual(["204"]);
  expect(Object.keys(read.paths?.["/notes/export"]?.get?.responses ?? {})).toEqual(["200"]);
});
