/** Tests the choice of a server's tools. */
import { expect, it } from "vitest";
import {
  choiceOf,
  FIRST_CHOICE,
  toAllowed,
  tokensOf,
  withoutToolkits,
  withPicked,
  withTool,
  type OfferedTool,
} from "./tool-choice";

const tool = (slug: string, toolkit: string): OfferedTool => ({
  slug,
  toolkit,
  title: slug,
  read_only: false,
  destructive: false,
  about_tokens: 10,
});
const OFFER = [tool("A_ONE", "a"), tool("A_TWO", "a"), tool("B_ONE", "b")];

it("adds a tool at the end and once, and takes one away", () => {
  expect(withTool(["A_ONE"], "B_ONE", true)).toEqual(["A_ONE", "B_ONE"]);
  expect(withTool(["A_ONE"], "A_ONE", true)).toEqual(["A_ONE"]);
  expect(withTool(["A_ONE", "B_ONE"], "A_ONE", false)).toEqual(["B_ONE"]);
});

it("names no tool where all are chosen, so that later ones come along", () => {
  expect(toAllowed(OFFER, new Set(["A_ONE", "A_TWO", "B_ONE"]))).toEqual([]);
  expect(toAllowed(OFFER, new Set(["B_ONE", "A_ONE", "GONE"]))).toEqual(["A_ONE", "B_ONE"]);
});

it("adds up the tokens of what is chosen", () => expect(tokensOf(OFFER, new Set(["A_ONE", "B_ONE"]))).toBe(20));

it("loses the tools of a toolkit that is gone, and no other", () =>
  expect(withoutToolkits(["A_ONE", "B_ONE", "UNKNOWN"], OFFER, ["b"])).toEqual(["B_ONE", "UNKNOWN"]));

it("chooses the first of each toolkit, until somebody picks others", () => {
  const many = Array.from({ length: FIRST_CHOICE + 5 }, (_, index) => tool(`C_${index}`, "c"));
  const offer = [...OFFER, ...many];
  expect(choiceOf(offer, new Map()).size).toBe(OFFER.length + FIRST_CHOICE);
  const last = `C_${FIRST_CHOICE + 4}`;
  const picks = withPicked(
    new Map(),
    offer,
    new Map([
      ["C_0", false],
      [last, true],
    ]),
  );
  const selection = choiceOf(offer, picks);
  expect([selection.has("C_0"), selection.has("C_1"), selection.has(last), selection.has("A_ONE")]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect([...picks.keys()]).toEqual(["c"]);
});

it("keeps what was picked of a toolkit that comes back", () => {
  const picks = withPicked(new Map(), OFFER, new Map([["A_ONE", false]]));
  expect([...choiceOf(OFFER.slice(2), picks)]).toEqual(["B_ONE"]);
  expect([...choiceOf(OFFER, picks)]).toEqual(["A_TWO", "B_ONE"]);
});
