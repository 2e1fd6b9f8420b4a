/** Schemas as every model API takes them, which still take each value that the provider takes. */
import { describe, expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import type { ToolSchema } from "../../tool-schema";
import { SchemaBounder } from "./schema-bounder";
import { ANYTHING, portableSchema } from "./portable-schema";

const argument = (schema: ToolSchema) => portableSchema(schema, "input");
const answer = (schema: ToolSchema) => portableSchema(schema, "output");
const takes = (schema: ToolSchema, value: unknown): boolean =>
  schemaCheck({ type: "object", properties: { a: schema } })({ a: value }).length === 0;

const EMPTY = { type: "string", maxLength: 0, description: "An empty text: no value" };

describe("an empty text", () => {
  it.each(["input", "output"] as const)("is an alternative of its own among choices: %s", (side) => {
    const portable = portableSchema({ type: "string", description: "How", default: "", enum: ["a", "", "b"] }, side);
    expect(portable).toEqual({
      description: "How",
      default: "",
      anyOf: [{ type: "string", enum: ["a", "b"] }, EMPTY],
    });
    expect(["a", "", "c"].map((value) => takes(portable, value))).toEqual([true, true, false]);
  });

  it("becomes a text without a character if it is the only choice", () => {
    const portable = argument({
      anyOf: [
        { type: "object", properties: {} },
        { type: "string", enum: [""] },
      ],
    });
    expect(portable.anyOf?.[1]).toEqual(EMPTY);
    expect(["", "x", {}].map((value) => takes(portable, value))).toEqual([true, false, true]);
  });

  it("stays allowed beside null", () => {
    const portable = argument({ type: "string", nullable: true, enum: ["a", "", null] });
    expect(portable.anyOf?.[0]).toEqual({ type: "string", nullable: true, enum: ["a"] });
    expect([null, "", "a", "b"].map((value) => takes(portable, value))).toEqual([true, true, true, false]);
  });
});

describe("choices of an argument", () => {
  it("express null only by nullable", () => {
    const portable = argument({ type: "string", nullable: true, enum: ["a", null] });
    expect(portable).toEqual({ type: "string", nullable: true, enum: ["a"] });
    expect([null, "a", "b"].map((value) => takes(portable, value))).toEqual([true, true, false]);
  });

  it.each<[ToolSchema, ToolSchema]>([
    [
      { type: "integer", enum: [60, 600, 3600], description: "Seconds" },
      { type: "integer", minimum: 60, maximum: 3600, description: "Seconds. One of 60, 600, 3600." },
    ],
    [
      { type: "integer", enum: [1, 2], description: "1 is high, 2 is low" },
      { type: "integer", minimum: 1, maximum: 2, description: "1 is high, 2 is low" },
    ],
    [{ type: "boolean", enum: [true, false] }, { type: "boolean" }],
    [{ enum: [true] }, { type: "boolean", description: "Always true." }],
    [{ enum: ["orders"] }, { type: "string", enum: ["orders"] }],
    [
      { type: "integer", enum: ["0", "1"] as never },
      { type: "integer", minimum: 0, maximum: 1, description: "One of 0, 1." },
    ],
    [
      { type: "array", items: { type: "string" }, enum: ["a", "b"] },
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
    ],
  ])("%j become %j", (schema, expected) => expect(argument(schema)).toEqual(expected));

  it("keep their numbers and null in an answer, which no model API reads", () => {
    expect(answer({ type: "integer", nullable: true, enum: [1, 5, null] })).toEqual({
      type: "integer",
      nullable: true,
      enum: [1, 5, null],
    });
  });
});

describe("a type", () => {
  it.each<[ToolSchema, ToolSchema]>([
    [{ description: "Any value" }, { description: "Any value", anyOf: ANYTHING }],
    [{ format: "uri" }, { type: "string", format: "uri" }],
    [{ anyOf: [{ type: "string" }, {}] }, { anyOf: ANYTHING }],
    [{ additionalProperties: {} }, { type: "object", additionalProperties: true }],
  ])("is present at every place of arguments: %j", (schema, expected) => expect(argument(schema)).toEqual(expected));

  it("is not made up for an answer", () => {
    expect(answer({ type: "array", items: {} })).toEqual({ type: "array", items: {} });
  });

  it("does not restrict a value that can be anything", () => {
    const list = argument({ type: "array", items: {} });
    expect(takes(list, ["a", 1, null, true, {}, [[1]]])).toBe(true);
  });
});

describe("a default", () => {
  it.each<[ToolSchema, unknown]>([
    [{ type: "integer", default: "100" }, 100],
    [{ type: "boolean", default: "false" }, false],
    [{ type: "string", default: 0 }, "0"],
    [{ type: "integer", default: "many" }, undefined],
    [{ type: ["string", "integer"], default: 5 }, 5],
  ])("has the type of its place: %j", (schema, expected) => {
    expect([argument(schema).default, answer(schema).default]).toEqual([expected, expected]);
  });
});

it("returns the same for the same schema, which tools share", () => {
  const shared: ToolSchema = { type: "string", enum: ["", "a"] };
  const portable = portableSchema({ properties: { a: shared, b: shared } }, "input", new Map());
  expect(portable.properties?.a).toBe(portable.properties?.b);
});

it("shows no example that is only a reference", () => {
  const bounder = new SchemaBounder({}, { side: "output", depth: 2, descriptionMax: 60 });
  expect(bounder.compile({ type: "object", example: { $ref: "#/components/examples/a" } })).toEqual({ type: "object" });
});
