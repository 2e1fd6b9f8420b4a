/** The values of lists' queries: lenient about their form, strict about their size. */
import { expect, test } from "vitest";
import { limitQuery, MAX_LIMIT } from "./page";

test.each([
  [9999, MAX_LIMIT],
  ["9999", MAX_LIMIT],
  [1e300, MAX_LIMIT],
  [MAX_LIMIT, MAX_LIMIT],
  [7, 7],
  ["7.9", 7],
  [0, 1],
  [-5, 1],
  [undefined, 20],
  [null, 20],
  ["", 20],
  ["many", 20],
  [Infinity, 20],
])("limit %s gives %i rows", (input, rows) => expect(limitQuery().parse(input)).toBe(rows));

test("a list of its own maximum keeps to that", () =>
  expect([limitQuery(10, 100).parse(101), limitQuery(10, 100).parse(undefined)]).toEqual([100, 10]));
