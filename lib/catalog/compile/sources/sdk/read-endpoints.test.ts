/** The reader of an SDK that lists its endpoints as constants. */
import { expect, it } from "vitest";
import { readEndpoints } from "./read-endpoints";

const document = readEndpoints({
  "api-endpoints/notes.js": `
    "use strict";
    exports.sendFile = exports.moveNote = exports.listNotes = void 0;
    /**
     * List notes
     */
    exports.listNotes = { method: "get", pathParams: [], queryParams: ["page_size"], bodyParams: [], path: () => \`notes\` };
    /**
     * Move a note
     */
    exports.moveNote = {
      method: "post",
      pathParams: ["note_id"],
      queryParams: ["quiet"],
      bodyParams: ["parent", "reason"],
      path: (p) => \`notes/\${p.note_id}/move\`,
    };
    exports.sendFile = {
      method: "post", pathParams: [], queryParams: [], bodyParams: [], formDataParams: ["file"], path: () => \`files\`,
    };
    exports.tagNote = { method: "patch", pathParams: [], queryParams: [], bodyParams: [], path: () => \`tags\` };`,
  "api-endpoints/common.d.ts": "export type Place = { folder: string; } | { page: string; };",
  "api-endpoints/notes.d.ts": `
    import type { Place } from "./common";
    type ListNotesQueryParameters = { page_size?: number; };
    export type ListNotesResponse = { results: Array<Note>; next: Place | null; };
    type Note = { id: string; parent: Place; };
    type MoveNotePathParameters = { note_id: string; };
    type MoveNoteQueryParameters = { quiet?: boolean; };
    type MoveNoteBodyParameters = {
      parent: Place;
      /** Why it moves. */
      reason?: string | null;
    };
    export type MoveNoteResponse = Note;
    type SendFileFormDataParameters = { file: { data: string | Blob; }; };
    type TagNoteBodyParameters = { tag: "a" | "b"; };
    export declare const moveNote: { readonly method: "post"; };`,
});

it("reads paths, places and required flags", () => {
  expect(Object.keys(document.paths ?? {})).toEqual(["/notes", "/notes/{note_id}/move", "/files", "/tags"]);
  expect(document.paths?.["/notes/{note_id}/move"]?.post).toMatchObject({
    operationId: "moveNote",
    summary: "Move a note",
    parameters: [
      { name: "note_id", in: "path", required: true, schema: { type: "string" } },
      { name: "quiet", in: "query", required: false, schema: { type: "boolean" } },
    ],
  });
});

it("reads bodies with types of other files, and those that only the types name", () => {
  expect(document.paths?.["/notes/{note_id}/move"]?.post?.requestBody?.content).toEqual({
    "application/json": {
      schema: {
        type: "object",
        required: ["parent"],
        properties: {
          parent: { $ref: expect.stringContaining("Place") as string },
          reason: { type: "string", nullable: true, description: "Why it moves." },
        },
      },
    },
  });
  expect(document.paths?.["/tags"]?.patch?.requestBody?.content?.["application/json"]?.schema).toMatchObject({
    properties: { tag: { type: "string", enum: ["a", "b"] } },
  });
});

it("sends files in parts", () => {
  expect(document.paths?.["/files"]?.post?.requestBody?.content).toEqual({
    "multipart/form-data": {
      schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
    },
  });
});

it("gives the answer by its type", () => {
  const answer = document.paths?.["/notes"]?.get?.responses?.[200]?.content?.["application/json"]?.schema;
  const name = answer?.$ref?.split("/").at(-1) ?? "";
  expect((document.components?.schemas as Record<string, unknown>)[name]).toMatchObject({
    properties: {
      results: { type: "array" },
      next: { $ref: expect.stringContaining("Place") as string, orNull: true },
    },
  });
});
