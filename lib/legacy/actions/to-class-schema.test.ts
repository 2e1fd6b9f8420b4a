/** Schemas for the classes of Python packages. */
import { expect, it } from "vitest";
import { toClassArguments, toClassSchema } from "./to-class-schema";

const TEXT = { type: "string" };

it("gives each object a title, at any depth", () => {
  const item = { type: "object", properties: { name: TEXT, tags: { type: "array", items: TEXT } } };
  const schema = { type: "object", properties: { rows: { type: "array", items: item } }, required: ["rows"] };
  expect(toClassSchema(schema, "SEND")).toEqual({
    type: "object",
    title: "SEND",
    required: ["rows"],
    properties: {
      rows: {
        type: "array",
        title: "SEND_rows",
        items: {
          type: "object",
          title: "SEND_rows_item",
          properties: {
            name: { type: "string", title: "SEND_rows_item_name" },
            tags: {
              type: "array",
              title: "SEND_rows_item_tags",
              items: { ...TEXT, title: "SEND_rows_item_tags_item" },
            },
          },
        },
      },
    },
  });
});

it.each([
  ["of a list of types", { type: ["null", "integer"] }, "integer"],
  ["of the values of an enum", { enum: [1, 2] }, "number"],
  ["of a constant", { const: true }, "boolean"],
  ["of nothing", {}, "string"],
  ["of what is no schema", true, "string"],
  ["of a choice of many", { anyOf: ["integer", "string", "boolean", "array"].map((type) => ({ type })) }, "integer"],
  ["of parts", { allOf: [{ type: "object", properties: { a: TEXT } }] }, "object"],
])("names one type: %s", (_, schema, type) => {
  const { type: named, anyOf } = toClassSchema(schema, "T");
  expect([named, anyOf]).toEqual([type, undefined]);
});

it("keeps a choice of few, without null", () => {
  expect(toClassSchema({ anyOf: [TEXT, { type: "null" }, { enum: [1] }] }, "T").anyOf).toEqual([
    { type: "string", title: "T" },
    { type: "number", enum: [1], title: "T" },
  ]);
});

it("leaves out arguments that are optional and cannot be named in Python", () => {
  const properties = { id: TEXT, "x-trace": TEXT, from: TEXT, _hidden: TEXT, "on-behalf-of": TEXT };
  const schema = toClassArguments({ properties, required: ["on-behalf-of"] }, "T");
  expect(Object.keys(schema.properties as object)).toEqual(["id", "on-behalf-of"]);
});
