import { expect, it } from "vitest";
import { z } from "zod";
import { unknownFields } from "./unknown-fields";

const Body = z.object({
  user_id: z.string(),
  more: z
    .looseObject({ fast: z.boolean().optional(), tools: z.array(z.object({ slug: z.string() })).optional() })
    .nullish(),
  either: z.union([z.boolean(), z.object({ a: z.string() })]).optional(),
  map: z.record(z.string(), z.unknown()).optional(),
});

it("names the fields that a schema does not describe, at any depth, with their values", () => {
  const body = { user_id: "u", x: 1, more: { slow: null, tools: [{ slug: "a" }, { slug: "b", y: [] }] } };
  expect(unknownFields(Body, body)).toEqual([
    { path: "x", value: 1 },
    { path: "more.slow", value: null },
    { path: "more.tools.1.y", value: [] },
  ]);
});

it("takes no name of Object's own for a known field", () => {
  expect(unknownFields(Body, JSON.parse('{"constructor": 1, "__proto__": 2}')).map(({ path }) => path)).toEqual([
    "constructor",
    "__proto__",
  ]);
});

it("says nothing of maps, of unions, and of values of another kind", () => {
  expect(unknownFields(Body, { either: { b: 1 }, map: { a: 1 }, more: null })).toEqual([]);
  expect(unknownFields(Body, ["x"])).toEqual([]);
  expect(unknownFields(undefined, { x: 1 })).toEqual([]);
});

it("tells a hundred of many", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, index]));
  expect(unknownFields(Body, many)).toHaveLength(100);
});
