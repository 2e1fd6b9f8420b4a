/** Schemas that take what recorded examples show. */
import { expect, it } from "vitest";
import type { ToolSchema } from "../../tool-schema";
import { fitExample } from "./fit-example";

const schema: ToolSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    state: { type: "string", enum: ["on"] },
    items: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: {} } } },
  },
};

it("a null of an example is allowed at its place alone", () => {
  const fitted = fitExample(schema, {
    id: 1,
    state: null,
    items: [{ from: "a" }, { from: null, to: null }],
  });
  expect(fitted.properties).toEqual({
    id: { type: "integer" },
    state: { type: "string", nullable: true, enum: ["on", null] },
    items: {
      type: "array",
      items: { type: "object", properties: { from: { type: "string", nullable: true }, to: {} } },
    },
  });
});

it("another type of value is allowed, and a required member may be missing", () => {
  const strict: ToolSchema = { ...schema, required: ["id", "state"] };
  expect(fitExample(strict, { id: "x" })).toMatchObject({
    required: ["id"],
    properties: { id: { type: ["integer", "string"] } },
  });
  expect(fitExample({ type: "integer", maximum: 5 }, 0.5)).toEqual({ type: ["number"] });
  expect(fitExample({ type: "object", properties: {} }, "text")).toEqual({ type: "object", properties: {} });
});

it("a member that the description does not name has the form of the example, and a further choice opens the set", () => {
  expect(fitExample(schema, { state: "off", more: { a: 1 } }).properties).toMatchObject({
    state: { type: "string" },
    more: { type: "object", properties: { a: { type: "number" } } },
  });
  expect(fitExample(schema, { state: "off" }).properties?.state).not.toHaveProperty("enum");
});

it("of alternatives, that with most of the example's members is opened", () => {
  const event: ToolSchema = { type: "object", properties: { ref: { type: "string" } }, required: ["ref"] };
  const either: ToolSchema = { anyOf: [{ type: "object", properties: { id: { type: "string" } } }, event] };
  const fitted = fitExample(either, { ref: null, size: 1 });
  expect(fitted.anyOf?.[0]).toBe(either.anyOf?.[0]);
  expect(fitted.anyOf?.[1]?.properties).toEqual({ ref: { type: "string", nullable: true }, size: { type: "number" } });
  expect(fitExample(either, { ref: "a" })).toBe(either);
});

it("a schema that an example fits stays itself, because it is shared", () => {
  expect(fitExample(schema, { id: 1, items: [{ from: "a" }] })).toBe(schema);
  expect(schema.properties?.state).toEqual({ type: "string", enum: ["on"] });
});
