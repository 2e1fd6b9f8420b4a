/** Tests which values the browser refuses, and which it leaves to the server. */
import { expect, it } from "vitest";
import { findProblems } from "./find-problems";

const SCHEMA = {
  type: "object",
  required: ["owner", "count", "page"],
  properties: {
    owner: { type: "string" },
    count: { type: "integer" },
    page: { type: "integer", default: 1 },
    state: { type: "string", enum: ["open", "closed"] },
    labels: { type: "array", items: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
    title: { anyOf: [{ type: "string" }, { type: "integer" }] },
  },
};

it("reports missing fields, but not those with a default", () =>
  expect(findProblems(SCHEMA, {})).toEqual(["owner: is required;", "count: is required;"]));

it("reports wrong types, unknown choices, and missing fields inside a list", () =>
  expect(findProblems(SCHEMA, { owner: {}, count: "many", state: "gone", labels: [{}, { name: "a" }] })).toEqual([
    "owner: expected text",
    "count: expected a whole number",
    'state: expected one of "open", "closed"',
    "labels[0].name: is required;",
  ]));

it("reports exceeded limits together with everything else, also for numbers as texts", () => {
  const limited = {
    properties: {
      points: { type: "integer" },
      size: { type: "integer", minimum: 1, maximum: 1000 },
      word: { type: "string", minLength: 2, maxLength: 3 },
      tags: { type: "array", minItems: 1, items: { type: "string" } },
    },
  };
  expect(findProblems(limited, { points: "many", size: "5000", word: "x", tags: [] })).toEqual([
    "points: expected a whole number",
    "size: use at most 1000",
    "word: use at least 2 characters",
    "tags: use at least 1 item",
  ]);
  expect(findProblems(limited, { size: 1000, word: "\u{1F600}\u{1F600}\u{1F600}", tags: ["a"] })).toEqual([]);
});

it("leaves all problems to the server if a name may be an alias, so that they come together", () =>
  expect(findProblems(SCHEMA, { login: "ada", count: "many" })).toEqual([]));

it("accepts every value that the server repairs or judges itself", () => {
  expect(findProblems(SCHEMA, { owner: 5, count: "5", state: "OPEN", title: {}, labels: null })).toEqual([]);
  expect(findProblems(SCHEMA, { login: "a name that may stand for another" })).toEqual([]);
  expect(findProblems({ properties: { items: { type: "array" } } }, { items: "one" })).toEqual([]);
});

it("refuses null for a required field that does not allow it", () => {
  expect(findProblems(SCHEMA, { owner: "o", count: null })).toEqual(["count: expected a whole number"]);
  expect(findProblems({ required: ["a"], properties: { a: { type: "string", nullable: true } } }, { a: null })).toEqual(
    [],
  );
});
