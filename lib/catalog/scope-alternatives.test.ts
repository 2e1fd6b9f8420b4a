import { expect, it } from "vitest";
import { alternativesWithin, namedScopes, toScopeRequirements } from "./scope-alternatives";

it("words alternatives as all of a list of choices", () => {
  expect(toScopeRequirements(["a"])).toEqual({ all_of: ["a"] });
  expect(toScopeRequirements(["a", "b"])).toEqual({ all_of: [{ any_of: ["a", "b"] }] });
  expect(toScopeRequirements(["a b"])).toEqual({ all_of: ["a", "b"] });
});

it("keeps what every alternative takes apart from what is a choice", () => {
  expect(toScopeRequirements(["user both", "bot both"])).toEqual({ all_of: [{ any_of: ["user", "bot"] }, "both"] });
});

it("requires nothing where nothing is known, or where any token will do", () => {
  expect(toScopeRequirements([])).toBeNull();
  expect(toScopeRequirements([""])).toBeNull();
});

it("words a choice without end as one list", () => {
  const sets = [1, 2, 3, 4].map((set) => ["a", "b", "c", "d"].map((scope) => `${scope}${set}`).join(" "));
  expect(toScopeRequirements(sets)?.all_of).toHaveLength(1);
});

it("names scopes once, and finds the alternatives within a list", () => {
  expect(namedScopes(["a b", "b", ""])).toEqual(["a", "b"]);
  expect(alternativesWithin(["a b", "c", ""], ["a", "b"])).toEqual(["a b", ""]);
});
