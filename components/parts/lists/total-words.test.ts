import { expect, it } from "vitest";
import { toTotalWords } from "./total-words";

it.each([
  [0, true, "0"],
  [1_004, true, "1,004"],
  [37, false, "37+"],
  [10_000, true, "10,000"],
  [10_000, false, "10,000+"],
  [10_001, true, "10,000+"],
])("%i, complete %s, is shown as %s", (total, isComplete, words) =>
  expect(toTotalWords(total, isComplete)).toBe(words),
);
