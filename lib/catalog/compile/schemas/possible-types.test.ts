/** The types of schemas below the cut. */
import { expect, it } from "vitest";
import type { OpenApiDocument, SourceSchema } from "../sources/openapi-document";
import { possibleTypes } from "./possible-types";
import { SchemaBounder } from "./schema-bounder";

const document = {
  components: {
    schemas: {
      User: { type: "object", nullable: true, properties: { id: { type: "integer" } } },
      State: { type: "string", enum: ["on"] },
    },
  },
} as OpenApiDocument;
const USER = { $ref: "#/components/schemas/User" };

it.each<[string, SourceSchema, string[], boolean]>([
  ["a type and null", { type: ["string", "null"] }, ["string"], true],
  ["a reference to an object or null", USER, ["object"], true],
  ["alternatives", { oneOf: [{ type: "null" }, { type: "object" }, { type: "array" }] }, ["object", "array"], true],
  ["parts", { allOf: [{ description: "x" }, { $ref: "#/components/schemas/State" }] }, ["string"], false],
  ["members", { properties: {} }, ["object"], false],
  ["nothing", {}, ["object"], false],
])("%s tells its types", (_, schema, types, nullable) => {
  expect(possibleTypes(document, schema)).toEqual({ types, nullable });
});

it("below the cut a value keeps its null, and one of several types has none", () => {
  const bounder = new SchemaBounder(document, { side: "output", depth: 1, descriptionMax: 0 });
  const properties = { owner: USER, value: { oneOf: [{ type: "string" }, USER] }, all: { allOf: [USER] } };
  expect(bounder.compile({ type: "object", properties }).properties).toEqual({
    owner: { type: "object", additionalProperties: true, nullable: true },
    value: {},
    all: { type: "object", additionalProperties: true, nullable: true },
  });
});
