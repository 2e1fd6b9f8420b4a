/** Picks of the wizard, as they survive a reload. */
import { expect, it } from "vitest";
import { readPicks, writePicks } from "./kept-picks";

const PICKS = new Map([["github", new Set(["GITHUB_GET_A_REPOSITORY"])]]);

it("gives back what was picked for the same toolkits", () => {
  expect(readPicks(writePicks(["github", "gmail"], PICKS), ["github", "gmail"])).toEqual(PICKS);
});

it("forgets picks of other toolkits, and whatever is no list of picks", () => {
  const storedText = writePicks(["github"], PICKS);
  for (const [text, toolkits] of [
    [storedText, ["gmail"]],
    [null, ["github"]],
    ["{", ["github"]],
    ['{"toolkits":["github"],"picks":[1]}', ["github"]],
  ] as const)
    expect(readPicks(text, toolkits).size).toBe(0);
});
