import { expect, it } from "vitest";
import { stepIn } from "./combobox-step";

it("begins at either end, and goes round", () => {
  expect([stepIn(3, -1, 1), stepIn(3, -1, -1), stepIn(3, 0, 1), stepIn(3, 2, 1), stepIn(3, 0, -1)]).toEqual([
    0, 2, 1, 0, 2,
  ]);
});

it("marks nothing in an empty list", () => expect(stepIn(0, -1, 1)).toBe(-1));
