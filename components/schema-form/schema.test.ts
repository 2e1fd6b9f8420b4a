/** From schemas as toolkits have them to the shapes of fields. */
import { describe, expect, it } from "vitest";
import { resolveSchema, takesNull, toLabel, toProperties, toShape, type Schema } from "./schema";

const shape = (schema: Schema, name?: string) => toShape(schema, schema, name);

describe("toShape", () => {
  it("recognizes a choice, also if each variant is one constant", () => {
    expect(shape({ type: "string", enum: ["a", "b", null] })).toEqual({ kind: "choice", options: ["a", "b"] });
    expect(shape({ anyOf: [{ const: 1 }, { enum: ["x"] }] })).toEqual({ kind: "choice", options: [1, "x"] });
  });

  it("offers the variants of a union under their titles, with null apart", () => {
    const title = { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] };
    expect(shape(title)).toMatchObject({ kind: "variants", variants: [{ label: "text" }, { label: "whole number" }] });
    expect(takesNull(title)).toBe(true);
    expect(takesNull({ anyOf: [{ type: "string", nullable: true }, { type: "integer" }] })).toBe(true);
    expect(shape({ type: ["string", "number"] })).toMatchObject({
      kind: "variants",
      variants: [{ label: "text" }, { label: "number" }],
    });
  });

  it("returns the only variant beside null", () =>
    expect(shape({ anyOf: [{ type: "boolean" }, { type: "null" }] })).toEqual({ kind: "boolean" }));

  it("shows an object once if its variants only require other properties", () => {
    expect(
      shape({
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      }),
    ).toMatchObject({ kind: "object", properties: [{ name: "a" }] });
  });

  it("distinguishes maps from objects, and edits objects without a description as JSON", () => {
    expect(shape({ type: "object", additionalProperties: { type: "string" } })).toEqual({
      kind: "map",
      values: { type: "string" },
    });
    expect(shape({ type: "object", additionalProperties: true })).toEqual({ kind: "json" });
    expect(shape({ type: "object", properties: { a: {} }, additionalProperties: true })).toMatchObject({
      kind: "object",
      extra: {},
    });
    expect(shape({})).toEqual({ kind: "json" });
  });

  it("gives more lines to texts that are long by name or by limit", () => {
    expect(shape({ type: "string" }, "body")).toMatchObject({ kind: "text", long: true });
    expect(shape({ type: "string", maxLength: 65536 }, "x")).toMatchObject({ long: true });
    expect(shape({ type: "string" }, "owner")).toMatchObject({ long: false });
  });

  it("recognizes dates and files", () => {
    expect(shape({ type: "string", format: "date" }).kind).toBe("date");
    expect(shape({ type: "string", format: "date-time" }).kind).toBe("date-time");
    expect(shape({ type: "object", properties: { s3key: {} }, file_uploadable: true }).kind).toBe("file");
  });
});

describe("resolveSchema", () => {
  it("follows references inside the schema, and prefers the texts beside them", () => {
    const root = {
      $defs: { Color: { type: "string", description: "any" } },
      properties: { c: { $ref: "#/$defs/Color", description: "of the label" } },
    };
    expect(resolveSchema(root.properties.c, root)).toEqual({ type: "string", description: "of the label" });
  });

  it("joins the parts of allOf", () => {
    expect(
      resolveSchema(
        {
          allOf: [
            { properties: { a: {} }, required: ["a"] },
            { properties: { b: {} }, required: ["b"] },
          ],
        },
        {},
      ),
    ).toEqual({ properties: { a: {}, b: {} }, required: ["a", "b"] });
  });

  it("stops at a reference to itself", () => {
    const root = { $defs: { A: { $ref: "#/$defs/A" } } };
    expect(resolveSchema({ $ref: "#/$defs/A" }, root)).toEqual({});
  });

  it("treats an unknown reference as any value", () =>
    expect(resolveSchema({ $ref: "https://elsewhere.invalid/s" }, {})).toEqual({}));
});

it("puts required properties first, in their required order, and keeps the order otherwise", () => {
  const schema = { required: ["z", "y"], properties: { a: {}, y: {}, z: {}, b: {} } };
  expect(toProperties(schema, schema).map(({ name, required }) => [name, required])).toEqual([
    ["z", true],
    ["y", true],
    ["a", false],
    ["b", false],
  ]);
});

it("names the values that a field takes", () => {
  const label = (schema: Schema) => toLabel(schema, schema);
  expect(label({ type: "array", items: { type: "integer" } })).toBe("list of whole numbers");
  expect(label({ type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } })).toBe(
    "list of texts or objects",
  );
  expect(label({ type: "object", title: "Money" })).toBe("Money");
  expect(label({ enum: ["a"] })).toBe("choice");
  expect(label({})).toBe("JSON");
});
