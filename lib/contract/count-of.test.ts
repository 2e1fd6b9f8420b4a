/** Counted nouns agree with their number. */
import { expect, it } from "vitest";
import { countOf, pluralOf } from "./count-of";

it.each([
  [0, "0 tools"],
  [1, "1 tool"],
  [2, "2 tools"],
  [1014, "1,014 tools"],
])("%i is written as %s", (count, text) => {
  expect(countOf(count, "tool")).toBe(text);
});

it("takes the plural of an irregular noun, and of a verb alone", () => {
  expect(countOf(2, "copy", "copies")).toBe("2 copies");
  expect(["is", "are"]).toEqual([pluralOf(1, "is", "are"), pluralOf(3, "is", "are")]);
});
