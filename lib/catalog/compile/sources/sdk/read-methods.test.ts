/** The reader of an SDK whose declarations name each method with the types of its arguments and its answer. */
import { describe, expect, it } from "vitest";
import { readMethods } from "./read-methods";

const FILES = {
  "methods.d.ts": `
    import type { NotesListArguments } from './types/request/index';
    export declare abstract class Methods {
      readonly notes: {
        shared: {
          /** @description Lists the shared notes. */
          list: MethodWithOptionalArgument<NotesListArguments, NotesListResponse>;
        };
        /** @description Adds a note.
         * @see {@link https://provider.example/add the reference} */
        add: MethodWithRequiredArgument<NotesAddArguments, NotesAddResponse>;
        /** @description Sets the picture of a note.
         * @deprecated */
        setPicture: MethodWithRequiredArgument<NotesSetPictureArguments, NotesAddResponse>;
      };
    }`,
  "types/request/common.d.ts": `
    export interface Page {
      /** @description Notes on a page. */
      limit?: number;
      cursor?: string;
    }
    export interface Place {
      /** @description Id of the folder. */
      folder: string;
    }`,
  "types/request/notes.d.ts": `
    import type { Block } from 'elsewhere';
    import type { Page, Place } from './common';
    interface Text {
      /** @description The text, as {@link https://provider.example/format plain text}. */
      text: string;
    }
    interface Blocks { blocks: Block[]; text?: never; }
    type Repeat = { every: 'day' } | { every: 'month' | 'year' };
    export type NotesListArguments = OptionalArgument<Page & Partial<Place> & Pick<Extra, 'tag'>>;
    interface Extra { tag?: Page['cursor']; never_sent: string; }
    export type NotesAddArguments = Place & (Text | Blocks) & { as_user?: false; repeat?: Repeat; at: string | number;
      to?: string | string[]; cover?: Partial<Block> & { big?: boolean }; };
    export interface NotesSetPictureArguments extends Required<Place> { image: Buffer | Stream; crop?: number; }`,
  "types/response/NotesAddResponse.d.ts": `
    export type NotesAddResponse = CallResult & { note?: Note; };
    export interface Note { id?: string; parts?: Block[]; }
    export interface Block { kind?: string; }`,
  "types/response/NotesListResponse.d.ts": `
    export type NotesListResponse = CallResult & { notes?: Note[]; };
    export interface Note { title?: string; }`,
};

const document = readMethods(FILES, {
  types: { Block: { type: "object", required: ["type"], properties: { type: { type: "string" } } } },
  reads: ["\\.list$"],
});
const bodyOf = (path: string) => {
  const [[contentType, media] = ["", {}]] = Object.entries(document.paths?.[path]?.post?.requestBody?.content ?? {});
  return { contentType, schema: media.schema, encoding: media.encoding };
};

describe("the tree of methods", () => {
  it("becomes one operation for each method, named by the whole way to it", () => {
    expect(Object.keys(document.paths ?? {})).toEqual(["/notes.shared.list", "/notes.add", "/notes.setPicture"]);
    expect(document.paths?.["/notes.add"]?.post).toMatchObject({ operationId: "notes_add", summary: "Adds a note." });
    expect(document.paths?.["/notes.setPicture"]?.post?.deprecated).toBe(true);
  });

  it("sends what only reads as GET, with arguments of intersections, Partial, Pick and members", () => {
    expect(document.paths?.["/notes.shared.list"]?.get?.parameters).toEqual([
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { type: "integer", description: "Notes on a page." },
        description: "Notes on a page.",
      },
      { name: "cursor", in: "query", required: false, schema: { type: "string" } },
      {
        name: "folder",
        in: "query",
        required: false,
        schema: { type: "string", description: "Id of the folder." },
        description: "Id of the folder.",
      },
      { name: "tag", in: "query", required: false, schema: { type: "string" } },
    ]);
  });
});

describe("the body of a method", () => {
  it("requires what every alternative requires, and drops what never stands there", () => {
    const { contentType, schema } = bodyOf("/notes.add");
    expect(contentType).toBe("application/x-www-form-urlencoded");
    expect(schema?.required).toEqual(["folder", "at"]);
    expect(schema?.properties?.text).toEqual({ type: "string", description: "The text, as plain text." });
    expect(schema?.properties?.as_user).toEqual({ type: "boolean" });
    expect(schema?.properties?.at).toEqual({ oneOf: [{ type: "string" }, { type: "number" }] });
  });

  it("sends lists and objects as JSON text, and a text or list of texts with commas", () => {
    const { schema, encoding } = bodyOf("/notes.add");
    expect(schema?.properties?.blocks).toMatchObject({ type: "array", items: { required: ["type"] } });
    expect(encoding).toEqual({
      blocks: { contentType: "application/json" },
      repeat: { contentType: "application/json" },
      to: { style: "form", explode: false },
      cover: { contentType: "application/json" },
    });
    expect(schema?.properties?.cover).toMatchObject({
      allOf: [{ properties: { type: {} } }, { properties: { big: {} } }],
    });
  });

  it("is multipart where a file is sent", () => {
    const { contentType, schema } = bodyOf("/notes.setPicture");
    expect(contentType).toBe("multipart/form-data");
    expect(schema?.properties?.image).toMatchObject({ format: "binary" });
    expect(schema?.required).toEqual(["folder", "image"]);
  });
});

it("tells types of one name in several files apart", () => {
  const schemas = Object.values(document.components?.schemas ?? {}) as { properties?: Record<string, unknown> }[];
  const members = schemas.map((schema) => Object.keys(schema.properties ?? {}));
  expect(members).toContainEqual(["id", "parts"]);
  expect(members).toContainEqual(["title"]);
  expect(members).toContainEqual(["kind"]);
});
