/** Tests the typed values of a receiver and the request body. */
import { expect, it } from "vitest";
import { EMPTY, toBody, toDraft, toFilterValue } from "./receiver-draft";

it.each([
  ["open", "open"],
  ["7", 7],
  ["true", true],
  ["null", null],
  ['"7"', "7"],
  ["{a}", "{a}"],
  ["[1]", "[1]"],
])("the value %s", (text, value) => expect(toFilterValue(text)).toBe(value));

it("filters come back as they were typed", () => {
  const filters = [
    { path: "data.a", operator: "equals" as const, value: '"7"' },
    { path: "data.b", operator: "exists" as const, value: "" },
    { path: "data.c", operator: "equals" as const, value: "null" },
  ];
  const body = toBody({ ...EMPTY, filters });
  expect(body.filters).toEqual([
    { path: "data.a", operator: "equals", value: "7" },
    { path: "data.b", operator: "exists" },
    { path: "data.c", operator: "equals", value: null },
  ]);
  expect(toDraft({ ...(body as never as Parameters<typeof toDraft>[0]) }).filters).toEqual(filters);
});
