/** The schemas of compiled tools, against what real descriptions hold. */
import { describe, expect, it } from "vitest";
import { body, only, withOperation } from "@/test/builders/compile-toolkit";
import type { SourceSchema } from "../sources/openapi-document";
import { ANYTHING } from "./portable-schema";

describe("schemas", () => {
  const TEXT = { type: "string" };
  const schemaOf = (schema: SourceSchema, schemas: Record<string, SourceSchema> = {}) => {
    const bodySchema = body({ type: "object", properties: { x: schema } });
    return only(withOperation("post", bodySchema, { components: { schemas } })).inputSchema.properties.x;
  };

  it("ends a schema that contains itself", () => {
    const node: SourceSchema = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, value: { type: "string" } },
    };
    expect(JSON.stringify(schemaOf({ $ref: "#/components/schemas/Node" }, { Node: node })).length).toBeLessThan(2000);
  });

  it("ends references that go round in a circle or nowhere", () => {
    expect(
      schemaOf(
        { $ref: "#/components/schemas/A" },
        { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      ),
    ).toEqual({ anyOf: ANYTHING });
    expect(schemaOf({ $ref: "https://elsewhere.example/schema.json" })).toEqual({ anyOf: ANYTHING });
  });

  it.each<[string, SourceSchema, unknown]>([
    [
      "a boolean exclusiveMinimum",
      { type: "integer", minimum: 3, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 3 },
    ],
    ["a flag as required", { type: "string", required: true }, { type: "string" }],
    ["a number written as text", { type: "string", minLength: "1" }, { type: "string", minLength: 1 }],
    ["the type file", { type: "file" }, { type: "string", format: "binary" }],
    ["an unknown type", { type: "any" }, { anyOf: ANYTHING }],
    ["a null type", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["a null branch", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
    [
      "null beside alternatives",
      { anyOf: [{ type: "string" }, { type: "integer" }], nullable: true },
      { anyOf: [{ type: "string", nullable: true }, { type: "integer" }] },
    ],
    [
      "null beside choices without a type",
      { enum: ["a"], nullable: true },
      { type: "string", nullable: true, enum: ["a"] },
    ],
    ["null beside nothing", { nullable: true }, { anyOf: ANYTHING }],
    ["a boolean part", { type: "array", items: true }, { type: "array", items: { anyOf: ANYTHING } }],
    ["an empty description and a null title", { type: "string", description: null, title: null }, { type: "string" }],
    ["a pattern of another dialect", { type: "string", pattern: "(?i)^a" }, { type: "string" }],
    ["an example", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    ["a default outside the choices", { type: "string", enum: ["a"], default: "b" }, { type: "string", enum: ["a"] }],
    [
      "parts that are merged",
      {
        allOf: [
          { type: "object", properties: { a: TEXT }, required: ["a"], additionalProperties: false },
          { properties: { b: TEXT } },
        ],
      },
      { type: "object", properties: { a: TEXT, b: TEXT }, required: ["a"] },
    ],
    [
      "a requirement of nothing",
      { type: "object", properties: { a: TEXT }, required: ["z"] },
      { type: "object", properties: { a: TEXT } },
    ],
  ])("makes %s strict", (_, source, strict) => {
    expect(schemaOf(source)).toEqual(strict);
  });

  it("leaves read-only properties out of arguments", () => {
    expect(
      schemaOf({ type: "object", properties: { id: { type: "string", readOnly: true }, name: { type: "string" } } }),
    ).toEqual({ type: "object", properties: { name: { type: "string" } } });
  });

  it("shortens descriptions before it cuts depth", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `p${index}`,
        {
          type: "object",
          description: "d".repeat(600),
          properties: { deep: { type: "object", properties: { deeper: { type: "string" } } } },
        },
      ]),
    );
    const { inputSchema } = only(withOperation("post", body({ type: "object", properties: wide })));
    expect(JSON.stringify(inputSchema).length).toBeLessThan(20_000);
    expect(inputSchema.properties.p0).toHaveProperty("properties.deep.properties.deeper", { type: "string" });
  });

  it("never cuts a character in half", () => {
    const description = `${"a".repeat(1022)}😀 and more text`;
    expect(only(withOperation("get", { description })).description).toMatch(/^a+…$/);
  });
});
