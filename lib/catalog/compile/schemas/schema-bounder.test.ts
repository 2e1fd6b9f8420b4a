/** A schema keeps enough below the cut to be filled in. */
import { describe, expect, it } from "vitest";
import { SchemaBounder } from "./schema-bounder";
import type { OpenApiDocument, SourceSchema } from "../sources/openapi-document";

const amount: SourceSchema = {
  type: "object",
  required: ["value", "currency", "id"],
  properties: {
    value: { type: "integer" },
    currency: { type: "string", enum: ["EUR", "USD"], description: "long" },
    id: { type: "string", readOnly: true },
    note: { type: "string" },
  },
};
const document: OpenApiDocument = {
  components: {
    schemas: {
      Amount: amount,
      Node: { type: "object", required: ["next"], properties: { next: { $ref: "#/components/schemas/Node" } } },
    },
  },
};
const compile = (schema: SourceSchema, side: "input" | "output" = "input") =>
  new SchemaBounder(document, { side, depth: 0, descriptionMax: 60 }).compile(schema);

const OUTLINE = {
  type: "object",
  additionalProperties: true,
  properties: { value: { type: "integer" }, currency: { type: "string", enum: ["EUR", "USD"] } },
  required: ["value", "currency"],
};

describe("below the cut", () => {
  it("keeps the members without which a provider refuses an object", () => {
    expect(compile({ $ref: "#/components/schemas/Amount" })).toEqual(OUTLINE);
    expect(compile({ allOf: [{ $ref: "#/components/schemas/Amount" }] })).toEqual(OUTLINE);
  });

  it("keeps what a list holds", () => {
    expect(compile({ type: "array", items: { $ref: "#/components/schemas/Amount" } })).toEqual({
      type: "array",
      items: OUTLINE,
    });
  });

  it("ends what contains itself", () => {
    expect(JSON.stringify(compile({ $ref: "#/components/schemas/Node" })).length).toBeLessThan(400);
  });

  it("says nothing of answers, which nobody fills in", () => {
    expect(compile({ $ref: "#/components/schemas/Amount" }, "output")).toEqual({
      type: "object",
      additionalProperties: true,
    });
  });
});

it("takes the IDs of examples for no names and no choices", () => {
  const answer: SourceSchema = {
    type: "object",
    properties: {
      failed: { type: "object", properties: { U00000000: { type: "string" }, U00000001: { type: "string" } } },
      user: { type: "string", enum: ["", "U00000000"] },
    },
  };
  expect(new SchemaBounder(document, { side: "output", depth: 3, descriptionMax: 60 }).compile(answer)).toEqual({
    type: "object",
    properties: {
      failed: { type: "object", properties: {}, additionalProperties: { type: "string" } },
      user: { type: "string" },
    },
  });
});

it("takes null beside what a reference names", () => {
  const sizes = { components: { schemas: { Size: { type: "string", enum: ["small"] } } } } satisfies OpenApiDocument;
  const bounder = new SchemaBounder(sizes, { side: "output", depth: 2, descriptionMax: 60 });
  expect(bounder.compile({ $ref: "#/components/schemas/Size", orNull: true })).toEqual({
    type: "string",
    enum: ["small", null],
    nullable: true,
  });
});
