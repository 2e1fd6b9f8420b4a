/** One project leaves sandboxes to others, where there are enough. */
import { expect, it } from "vitest";
import { roomFor, shareOf } from "./share";

const bench = (usedAt: number, runs = 0) => ({ usedAt, running: { size: runs } });

it("leaves a quarter to others, and on a small server nothing", () => {
  expect([1, 2, 3, 4, 8, 10, 1000].map(shareOf)).toEqual([1, 2, 3, 3, 6, 7, 750]);
});

it("above its share a project ends its own oldest idle sandbox, and waits where all of them are busy", () => {
  const seven = [3, 1, 2, 4, 5, 6, 7].map((at) => bench(at));
  expect(roomFor(seven.slice(1), 1, 10)).toBe("free");
  expect(roomFor(seven, 1, 10)).toBe(seven[1]);
  expect(roomFor(seven.slice(3), 4, 10)).toBe(seven[3]);
  expect(roomFor([bench(1, 1), ...seven.slice(0, 6)], 1, 10)).toBe(seven[1]);
  expect(roomFor(Array(7).fill(bench(1, 1)), 1, 10)).toBe("full");
});
