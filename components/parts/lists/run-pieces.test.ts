/** An action on everything that matches a filter: piece by piece, with what failed, stopped and continued. */
import { expect, it } from "vitest";
import type { Piece } from "./bulk-window";
import { NOTHING_DONE, runPieces, type Sum } from "./run-pieces";

const FAILURE = { id: "ca_3", name: "ada", message: "It is gone." };
const PIECES: readonly Piece[] = [
  { done: 2, failed: [], next: "one", total_items: 5 },
  { done: 1, failed: [FAILURE], next: "two", total_items: 3 },
  { done: 1, failed: [], next: null, total_items: 1 },
];
const pieceAfter = (after: string | undefined): Piece => {
  const piece = PIECES[after === undefined ? 0 : after === "one" ? 1 : 2];
  if (!piece) throw new Error("no such piece");
  return piece;
};

it("adds up all pieces, and keeps the number that matched at the beginning", async () => {
  const sums: Sum[] = [];
  await runPieces(
    NOTHING_DONE,
    async (after) => pieceAfter(after),
    (sum) => sums.push(sum),
    () => false,
  );
  expect(sums.map(({ done, total }) => [done, total])).toEqual([
    [2, 5],
    [3, 5],
    [4, 5],
  ]);
  expect(sums.at(-1)).toEqual({ done: 4, failed: [FAILURE], total: 5, next: null });
});

it("begins no piece after it was stopped", async () => {
  let count = 0;
  await runPieces(
    NOTHING_DONE,
    async (after) => pieceAfter(after),
    () => count++,
    () => count === 1,
  );
  expect(count).toBe(1);
});

it("goes on after a failed piece from where it was", async () => {
  let sum: Sum = NOTHING_DONE;
  const positions: (string | undefined)[] = [];
  let isDown = true;
  const run = () =>
    runPieces(
      sum,
      async (after) => {
        positions.push(after);
        if (after === "one" && isDown) throw new Error("The server did not answer.");
        return pieceAfter(after);
      },
      (next) => (sum = next),
      () => false,
    );
  await expect(run()).rejects.toThrow("did not answer");
  isDown = false;
  await run();
  expect(positions).toEqual([undefined, "one", "one", "two"]);
  expect(sum.done).toBe(4);
});
