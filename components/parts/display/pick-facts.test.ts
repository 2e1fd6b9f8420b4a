/** The facts that a first answer shows before all of it. */
import { expect, it } from "vitest";
import { pickFacts } from "./pick-facts";

it("an object shows what names it, then what it is, and never more than five values", () => {
  const user = {
    node_id: "x",
    avatar_url: "https://a",
    id: 1,
    login: "octocat",
    name: "The Octocat",
    a: 1,
    b: 2,
    c: 3,
  };
  const { facts, more } = pickFacts({ user });
  expect(facts.map(({ name }) => name)).toEqual(["name", "login", "id", "a", "b"]);
  expect(more).toBe(3);
});

it("a list shows its length and its first items", () => {
  const hits = ["One", "Two", "Three", "Four"].map((title, id) => ({ id, title, url: "https://x" }));
  expect(pickFacts({ page: 0, hits })).toEqual({
    facts: [
      { name: "hits", value: "4 total" },
      { name: "1", value: "One" },
      { name: "2", value: "Two" },
      { name: "3", value: "Three" },
    ],
    more: 1,
  });
});

it("takes no harm from values of other forms", () => {
  expect(pickFacts(null).facts).toEqual([]);
  expect(pickFacts([]).facts).toEqual([{ name: "items", value: "none" }]);
  expect(pickFacts({ items: [null, [1]] }).facts[1]).toEqual({ name: "1", value: "null" });
  expect(pickFacts({ title: "x".repeat(500) }).facts[0]?.value).toHaveLength(160);
});
