/** The schema for the JSON editor. */
import { expect, it } from "vitest";
import { toEditorSchema } from "./editor-schema";

it("says null with types where the description says nullable, at every depth", () => {
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

it("keeps a property that is called nullable", () => {
  expect(toEditorSchema({ properties: { nullable: { type: "boolean" } } })).toMatchObject({
    properties: { nullable: { type: "boolean" } },
  });
});

it("lets names through where the tool does", () =>
  expect(toEditorSchema({ additionalProperties: true }).additionalProperties).toBe(true));
