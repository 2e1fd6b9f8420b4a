import { expect, it } from "vitest";
import { withSoleAlternatives } from "./with-sole-alternatives";

it("leaves a schema that has a type or alternatives alone", () => {
  for (const schema of [{ type: "string" as const }, { anyOf: [{ type: "string" as const }] }])
    expect(withSoleAlternatives(schema)).toBe(schema);
});

it("gives each alternative the type and the members of the schema, and keeps its words", () => {
  const schema = withSoleAlternatives({
    type: "object",
    description: "How",
    properties: { id: { type: "string" }, kind: { type: "string" } },
    required: ["id"],
    additionalProperties: { type: "string" },
    anyOf: [
      { properties: { kind: { type: "string", enum: ["a"] } }, required: ["kind"] },
      { type: "object", additionalProperties: true },
    ],
  });
  expect(schema).toEqual({
    description: "How",
    anyOf: [
      {
        type: "object",
        properties: { id: { type: "string" }, kind: { type: "string", enum: ["a"] } },
        required: ["id", "kind"],
        additionalProperties: { type: "string" },
      },
      {
        type: "object",
        properties: { id: { type: "string" }, kind: { type: "string" } },
        required: ["id"],
        additionalProperties: { type: "string" },
      },
    ],
  });
});

it("leaves out an alternative of another type, and alternatives of which one is left", () => {
  const schema = { type: "array" as const, description: "Names", items: { type: "string" as const }, maxItems: 20 };
  expect(withSoleAlternatives({ ...schema, anyOf: [{ type: "array" }, { type: "string" }] })).toEqual(schema);
  expect(withSoleAlternatives({ type: "string", anyOf: [{ type: "integer" }] })).toEqual({ type: "string" });
});
