/** The things that wait for a person, as texts. */
import { expect, it } from "vitest";
import { countAttention, toAttentionItems, toNews } from "./attention-data";

const NOTHING = { approvals: 0, accounts: 0, triggers: 0, receivers: 0 };

it("names only what there is, with its number", () => {
  expect(toAttentionItems(NOTHING)).toEqual([]);
  const items = toAttentionItems({ ...NOTHING, approvals: 1, accounts: 100 });
  expect(items.map(({ label }) => label)).toEqual(["1 call waits for approval", "99+ accounts stopped working"]);
  expect(countAttention({ approvals: 1, accounts: 2, triggers: 3, receivers: 4 })).toBe(10);
});

it("has news only of what became more", () => {
  const before = { ...NOTHING, approvals: 1, triggers: 2 };
  expect(toNews({ ...before, approvals: 2, triggers: 1 }, before)).toEqual(["2 calls wait for approval"]);
  expect(toNews(before, before)).toEqual([]);
});
