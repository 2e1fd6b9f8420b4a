/** Members that a schema has no room for are named in words, as many as fit. */
import { describe, expect, it } from "vitest";
import type { OpenApiDocument, SourceSchema } from "../sources/openapi-document";
import { MemberNames } from "./member-names";
import { SchemaBounder } from "./schema-bounder";

const DOCUMENT: OpenApiDocument = {
  components: {
    schemas: {
      Range: { type: "object", properties: { sheet: { type: "integer" }, row: { type: "integer" } } },
      Order: {
        type: "object",
        properties: {
          id: { type: "string", readOnly: true },
          range: { $ref: "#/components/schemas/Range" },
          size: { type: "string", enum: ["small", "large"] },
          parts: { type: "array", items: { $ref: "#/components/schemas/Order" } },
        },
      },
    },
  },
};
const ORDER: SourceSchema = { $ref: "#/components/schemas/Order" };
const names = new MemberNames(DOCUMENT);

describe("names of members", () => {
  it("go two levels in and name choices, where there is room", () =>
    expect(names.of(ORDER, 120)).toBe(
      "range { sheet, row }, size: small | large, parts[] { range, size: small | large, parts[] }",
    ));

  it("lose depth, choices and their end, where there is less", () => {
    expect(names.of(ORDER, 70)).toBe("range { sheet, row }, size, parts[] { range, size, parts[] }");
    expect(names.of(ORDER, 35)).toBe("range, size: small | large, parts[]");
    expect(names.of(ORDER, 20)).toBe("range, size, parts[]");
    expect(names.of(ORDER, 16)).toBe("range, size, …");
  });

  it("say what a field mask is", () =>
    expect(names.of({ properties: { fields: { type: "string", format: "google-fieldmask" } } }, 50)).toBe(
      'fields (a mask: "a.b,c" or "*")',
    ));

  it("are those of the items of a list, and of alternatives", () => {
    expect(names.of({ type: "array", items: { $ref: "#/components/schemas/Range" } }, 50)).toBe("sheet, row");
    expect(names.of({ oneOf: [{ $ref: "#/components/schemas/Range" }, { properties: { all: {} } }] }, 50)).toBe(
      "sheet, row, all",
    );
  });

  it("are not known of a plain value or of an object that is free", () => {
    expect(names.of({ type: "string" }, 50)).toBeUndefined();
    expect(names.of({ type: "object", additionalProperties: true }, 50)).toBeUndefined();
  });

  it("end in a document whose schemas contain each other, and look at a bounded number of members", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, ORDER]));
    const wide: SourceSchema = { type: "object", properties: many, anyOf: Array.from({ length: 500 }, () => ORDER) };
    expect(names.of(wide, 200)?.length).toBeLessThanOrEqual(200);
    const loop: SourceSchema = { type: "object", properties: {} };
    loop.properties = { loop, loops: { type: "array", items: loop } };
    loop.allOf = [loop];
    expect(names.of(loop, 60)).toBe("loop { loop, loops[] }, loops[] { loop, loops[] }");
  });

  it("stand behind the words of what is cut, also beside a reference", () => {
    const bounder = new SchemaBounder(DOCUMENT, { side: "input", depth: 1, descriptionMax: 60, namesMax: 40 });
    const schema = { type: "object", properties: { order: { ...ORDER, description: "What is sent." }, more: ORDER } };
    expect(bounder.compile(schema).properties).toMatchObject({
      order: { type: "object", description: "What is sent. Members: range, size: small | large, parts[]" },
      more: { description: "Members: range, size: small | large, parts[]" },
    });
  });
});
