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

it("tells what is missing, but not what has a default", () =>
  expect(findProblems(SCHEMA, {})).toEqual(["owner: is required;", "count: is required;"]));

it("tells other types, choices that there are not, and what is missing inside of a list", () =>
  expect(findProblems(SCHEMA, { owner: {}, count: "many", state: "gone", labels: [{}, { name: "a" }] })).toEqual([
    "owner: expected text",
    "count: expected a whole number",
    'state: expected one of "open", "closed"',
    "labels[0].name: is required;",
  ]));

it("tells what is beyond a limit together with everything else, with numbers as texts too", () => {
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

it("leaves all to the server where a name may stand for another, so that it tells everything at once", () =>
  expect(findProblems(SCHEMA, { login: "ada", count: "many" })).toEqual([]));

it("refuses nothing that the server repairs or judges itself", () => {
  expect(findProblems(SCHEMA, { owner: 5, count: "5", state: "OPEN", title: {}, labels: null })).toEqual([]);
  expect(findProblems(SCHEMA, { login: "a name that may stand for another" })).toEqual([]);
  expect(findProblems({ properties: { items: { type: "array" } } }, { items: "one" })).toEqual([]);
});

it("refuses null where it is demanded and not allowed", () => {
  expect(findProblems(SCHEMA, { owner: "o", count: null })).toEqual(["count: expected a whole number"]);
  expect(findProblems({ required: ["a"], properties: { a: { type: "string", nullable: true } } }, { a: null })).toEqual(
    [],
  );
});
