import { expect, it } from "vitest";
import { knownNames } from "./known-names";

it.each([
  [undefined, []],
  ["", []],
  ["channel_name: general, timezone: UTC", ["channel_name", "timezone"]],
  ["Parcel ID: 17", ["Parcel ID", "parcel_id"]],
  ['{"to": "ann@a.test"}', ["to"]],
  ["url: https://a.test/x?y:z; empty:, : nothing, no pair", ["url"]],
  ["__proto__: 1, constructor: 2", ["__proto__", "constructor"]],
])("recognizes the names in %j: %j", (text, names) => {
  expect([...knownNames(text)]).toEqual(names);
});

it("reads a long text no further than its bounds", () => {
  expect(knownNames("a: 1,".repeat(100_000)).size).toBe(1);
  expect(knownNames(Array.from({ length: 999 }, (_, n) => `n${n}:1`).join()).size).toBe(50);
});
