/** A sandbox asks as fast as a pool of threads needs, and not without end. */
import { expect, it } from "vitest";
import { newPace } from "./pace";

it("lets 500 questions pass at once, and then one every ten milliseconds", () => {
  let time = 0;
  const pace = newPace(() => time);
  const first = Array.from({ length: 500 }, pace);
  expect(first.every((wait) => wait === 0)).toBe(true);
  expect([pace(), pace(), pace()]).toEqual([10, 20, 30]);
  time = 1030;
  expect([pace(), pace()]).toEqual([0, 0]);
  time = 3_600_000;
  expect(Array.from({ length: 501 }, pace).at(-1)).toBe(10);
});
