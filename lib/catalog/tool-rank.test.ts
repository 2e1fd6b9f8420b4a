/** The places of tools in lists. */
import { expect, it } from "vitest";
import { MAX_POPULARITY } from "./compiled-toolkit";
import { toolRank } from "./tool-rank";

const important = { important: true, deprecated: false };
const plain = { important: false, deprecated: false };
const old = { important: true, deprecated: true };

it("puts important tools first and deprecated ones last, then goes by place, then by the toolkit's use", () => {
  const inOrder = [
    toolRank(important, 0, 0),
    toolRank(important, 0, 5),
    toolRank(important, 1, 0),
    toolRank(important, 999_999, 999_999),
    toolRank(plain, 0, 0),
    toolRank(plain, 31_999, MAX_POPULARITY),
    toolRank(old, 0, 0),
  ];
  expect([...inOrder].sort((a, b) => a - b)).toEqual(inOrder);
  expect(new Set(inOrder).size).toBe(inOrder.length);
});

it("fits a positive int4 whatever the toolkit holds", () => {
  expect(toolRank(old, Infinity, Infinity)).toBeLessThan(2 ** 31);
});
