/** Estimates of tokens, and their short form. */
import { expect, it } from "vitest";
import { aboutTokens, toTokenWords } from "./tokens";

it("counts a token for four bytes of UTF-8, rounded up", () => {
  expect([aboutTokens(""), aboutTokens({}), aboutTokens("ab"), aboutTokens("äää")]).toEqual([1, 1, 1, 2]);
  expect(aboutTokens({ a: "ü" })).toBe(Math.ceil(Buffer.byteLength('{"a":"ü"}') / 4));
});

it("shortens thousands", () => {
  expect([940, 1200, 35_400].map(toTokenWords)).toEqual(["940", "1.2k", "35k"]);
});
