import { expect, it } from "vitest";
import { nextVersion } from "./next-version";

const today = new Date("2026-11-30T23:59:59Z");

it.each([
  ["the first of a toolkit", [], "20261130_00"],
  ["the first of a day", ["20261129_07", "20261101_00"], "20261130_00"],
  ["the next of a day", ["20261130_01", "20261130_00"], "20261130_02"],
  ["the hundredth of a day", ["20261130_99"], "20261201_00"],
  ["with a clock that is behind", ["20261201_03"], "20261201_04"],
])("%s", (_, versions, expected) => {
  expect(nextVersion(today, versions)).toBe(expected);
});
