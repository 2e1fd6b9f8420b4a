/** The schema for the JSON editor. */
import { expect, it } from "vitest";
import { toEditorSchema } from "./editor-schema";

it("replaces nullable by the type null, at every depth", () => {
  expect(
    toEditorSchema({
      properties: {
        a: { type: "string", nullable: true, enum: ["x"] },
        b: { type: "array", items: { anyOf: [{ type: "string" }], nullable: true } },
      },
    }),
  ).toEqual({
    type: "object",
    additionalProperties: false,
    properties: {
      a: { type: ["string", "null"], enum: ["x", null] },
      b: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    },
  });
});

it("keeps a property named nullable", () => {
  expect(toEditorSchema({ properties: { nullable: { type: "boolean" } } })).toMatchObject({
    properties: { nullable: { type: "boolean" } },
  });
});

it("allows further names where the tool does", () =>
  expect(toEditorSchema({ additionalProperties: true }).additionalProperties).toBe(true));
