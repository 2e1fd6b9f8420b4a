import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it } from "vitest";
import { inSearchTurn } from "./in-search-turn";

it("lets a project search in each round of the event loop once, and goes on after a search that failed", async () => {
  let [round, isOver] = [0, false];
  const counting = (async () => {
    while (!isOver) {
      await nextRound();
      round += 1;
    }
  })();
  const done: [string, number][] = [];
  const search = (name: string, fails = false) =>
    inSearchTurn("proj_turns", () => {
      done.push([name, round]);
      return fails ? Promise.reject(new Error(name)) : Promise.resolve(name);
    });
  const results = await Promise.allSettled([search("a"), search("b", true), search("c")]);
  isOver = true;
  await counting;
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(done.map(([name]) => name)).toEqual(["a", "b", "c"]);
  expect(new Set(done.map(([, roundNumber]) => roundNumber)).size).toBe(3);
});
