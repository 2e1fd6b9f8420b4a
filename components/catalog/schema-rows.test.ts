/** Schemas as a reader sees them. */
import { describe, expect, it } from "vitest";
import { exampleArguments, toChildren, toNotes, toTypeName } from "./schema-rows";

describe("toTypeName", () => {
  it.each([
    [{ type: "string", format: "date-time" }, "string (date-time)"],
    [{ type: "array", items: { type: "integer" } }, "integer[]"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ anyOf: [{ type: "string" }, { type: "object" }, { type: "null" }] }, "string | object | null"],
    [{ type: "array", items: { oneOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
    [{ enum: ["a", "b"] }, "string"],
    [{ type: "object", file_uploadable: true }, "file"],
    [{}, "any"],
  ])("reads %j as %s", (schema, name) => expect(toTypeName(schema, schema)).toBe(name));
});

describe("toChildren", () => {
  it("looks into the items of lists and through references", () => {
    const root = {
      $defs: {
        Label: {
          type: "object",
          required: ["name"],
          properties: { color: { type: "string" }, name: { type: "string" } },
        },
      },
    };
    expect(
      toChildren({ type: "array", items: { $ref: "#/$defs/Label" } }, root).map(({ name, required }) => [
        name,
        required,
      ]),
    ).toEqual([
      ["name", true],
      ["color", false],
    ]);
  });

  it("puts the properties of variants together, none of them required of all", () => {
    const schema = {
      anyOf: [
        { type: "object", required: ["a"], properties: { a: {} } },
        { type: "object", properties: { b: {} } },
        { type: "string" },
      ],
    };
    expect(toChildren(schema, schema).map(({ name, required }) => [name, required])).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });

  it("stops in a list of lists of itself", () => {
    const root = { $defs: { Loop: { type: "array", items: { $ref: "#/$defs/Loop" } } } };
    expect(toChildren({ $ref: "#/$defs/Loop", type: "array", items: { $ref: "#/$defs/Loop" } }, root)).toEqual([]);
  });
});

describe("toNotes", () => {
  it("tells choices, default and example, and no example beside choices", () => {
    expect(toNotes({ enum: ["open", "closed", null], default: "open", examples: ["closed"] })).toEqual([
      { kind: "one of", values: ["open", "closed"] },
      { kind: "default", values: ["open"] },
    ]);
    expect(toNotes({ default: false, example: 3 })).toEqual([
      { kind: "default", values: ["false"] },
      { kind: "example", values: ["3"] },
    ]);
  });
});

describe("exampleArguments", () => {
  it("fills in what is required only, by examples, choices and types", () => {
    expect(
      exampleArguments({
        type: "object",
        required: ["owner", "state", "count", "who"],
        properties: {
          owner: { type: "string" },
          state: { enum: ["open"] },
          count: { type: "integer", minimum: 3 },
          note: { type: "string" },
          who: {
            type: "array",
            items: { type: "object", required: ["id"], properties: { id: { type: "string", examples: ["u1"] } } },
          },
        },
      }),
    ).toEqual({ owner: "<owner>", state: "open", count: 3, who: [{ id: "u1" }] });
  });
});
