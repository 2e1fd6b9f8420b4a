/** The reader of an SDK of clients with a method for each operation. */
import { expect, it } from "vitest";
import { readClients } from "./read-clients";

const document = readClients({
  "index.js": `
    var NotesClient = class {
      async getById(id, options = {}) {
        const { noteFields = [], maxResults = void 0 } = options;
        let path = "/2/notes/{id}";
        path = path.replace("{id}", encodeURIComponent(String(id)));
        const params = new URLSearchParams();
        if (noteFields !== void 0 && noteFields.length > 0) {
          params.append("note.fields", normalizeFields(noteFields).join(","));
        }
        if (maxResults !== void 0) { params.append("max_results", String(maxResults)); }
        const finalRequestOptions = {
          security: [{ "OAuth2UserToken": ["notes.read", "users.read"] }, { "BearerToken": [] }],
        };
        return this.client.request("GET", path + (params.toString() ? "?" : ""), finalRequestOptions);
      }
      async find(query) {
        let path = "/2/notes";
        const params = new URLSearchParams();
        params.append("query", String(query));
        return this.client.request("GET", path, {});
      }
      async create(body) {
        let path = "/2/notes";
        return this.client.request("POST", path, { body: JSON.stringify(transformKeysToSnake(body)), security: [] });
      }
      async change(body) {
        let path = "/2/notes";
        return this.client.request("PUT", path, { body: JSON.stringify(body) });
      }
      helper() { return this.client; }
    };`,
  "index.d.ts": `
    interface GetByIdOptions {
        /** A comma separated list of fields.
         * Also accepts: note.fields or proper camelCase */
        noteFields?: Array<"a" | "b">;
        /** max_results
         * Also accepts: max_results or proper camelCase */
        maxResults?: number;
        [key: string]: any;
    }
    type CreateRequest = CreateNotesRequest;
    interface CreateNotesRequest {
        noteText: string;
        /** Who may answer. */
        replySettings?: "all" | "none";
    }
    interface ChangeRequest { isPinned?: boolean; }
    interface Note { createdAt?: string; }
    declare class NotesClient {
        /**
         * Get a note
         * One note by its ID.
         * @param id id
         */
        getById(id: string, options: GetByIdOptions & { raw: true; }): Promise<Response>;
        getById(id: string, options?: GetByIdOptions): Promise<Note>;
        find(query: string): Promise<Array<Note>>;
        create(body: CreateRequest): Promise<Note>;
        change(body: any): Promise<void>;
    }`,
});

it("reads paths, queries and words, and leaves out what is for callers of the SDK only", () => {
  expect(document.paths?.["/2/notes/{id}"]?.get).toMatchObject({
    operationId: "Notes_getById",
    summary: "Get a note",
    description: "One note by its ID.",
    parameters: [
      { name: "id", in: "path", required: true },
      {
        name: "note.fields",
        required: false,
        explode: false,
        schema: { type: "array", items: { enum: ["a", "b"] } },
        description: "A comma separated list of fields.",
      },
      { name: "max_results", schema: { type: "integer" } },
    ],
  });
  expect(document.paths?.["/2/notes/{id}"]?.get?.parameters?.[2]).not.toHaveProperty("description");
  expect(document.paths?.["/2/notes"]?.get?.parameters).toMatchObject([{ name: "query", required: true }]);
  expect(document.paths?.["/2/notes"]?.get).not.toHaveProperty("summary");
});

it("reads the scopes of users' tokens", () => {
  expect(document.paths?.["/2/notes/{id}"]?.get?.security).toEqual([
    { OAuth2UserToken: ["notes.read", "users.read"] },
    { BearerToken: [] },
  ]);
  expect(document.components?.securitySchemes).toEqual({
    OAuth2UserToken: { type: "oauth2" },
    BearerToken: { type: "http" },
  });
});

it("names members of bodies and answers as the API does", () => {
  const schemas = document.components?.schemas as Record<string, unknown>;
  expect(Object.values(schemas)).toContainEqual({
    type: "object",
    properties: {
      note_text: { type: "string" },
      reply_settings: { type: "string", enum: ["all", "none"], description: "Who may answer." },
    },
    required: ["note_text"],
  });
  expect(Object.values(schemas)).toContainEqual({ type: "object", properties: { created_at: { type: "string" } } });
});

it("finds the type of a body that the method does not name", () => {
  const content = document.paths?.["/2/notes"]?.put?.requestBody?.content;
  expect(content?.["application/json"]?.schema?.$ref).toContain("ChangeRequest");
});
