/** Values that a tool lists for an argument. */
import { describe, expect, it } from "vitest";
import { argumentOf, narrowValues, toListArguments, toListedValues } from "./value-lists";

const REPOS = { tool: "X_LIST", items: "repos", value: "name", label: "full_name", fills: { owner: "owner.login" } };

it("an item gives its value, its name, and what else it sets", () => {
  const repos = [{ name: "engine", full_name: "ada/engine", owner: { login: "ada" } }, { full_name: "?" }, null];
  expect(toListedValues(REPOS, { repos })).toEqual([{ value: "engine", label: "ada/engine", fills: { owner: "ada" } }]);
});

it("items that are texts, numbers, or have their name in a list", () => {
  expect(toListedValues({ tool: "X", items: "names" }, { names: ["a", "a", "b", 3, ""] })).toMatchObject([
    { value: "a", label: "a" },
    { value: "b" },
    { value: 3, label: "3" },
  ]);
  const rows = [{ id: "1", title: [{ text: "Plan" }] }];
  expect(toListedValues({ tool: "X", items: "rows", value: "id", label: "title.0.text" }, { rows })[0]?.label).toBe(
    "Plan",
  );
  expect(toListedValues(REPOS, { repos: "?" })).toEqual([]);
});

it("a list that needs other arguments takes them from the form, or names the one that is missing", () => {
  const list = { ...REPOS, with: { per_page: 100 }, needs: ["owner"] };
  expect(toListArguments(list, { owner: "ada", title: "x" })).toEqual({ arguments: { per_page: 100, owner: "ada" } });
  expect(toListArguments(list, { owner: "" })).toEqual({ missing: "owner" });
});

describe("a field", () => {
  it("has the list of its argument, as has each item of a list, and nothing deeper", () => {
    expect([argumentOf(["repo"]), argumentOf(["labels", 1])]).toEqual(["repo", "labels"]);
    expect([argumentOf(["a", "b"]), argumentOf(["a", 0, "b"]), argumentOf([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("typed words narrow by name and by value", () => {
  const values = [
    { value: "C1", label: "general", fills: {} },
    { value: "C2", label: "random", fills: {} },
  ];
  expect(narrowValues(values, "GEN").map(({ value }) => value)).toEqual(["C1"]);
  expect(narrowValues(values, "c2").map(({ value }) => value)).toEqual(["C2"]);
  expect(narrowValues(values, " ")).toHaveLength(2);
});
