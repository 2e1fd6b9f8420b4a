import { expect, it } from "vitest";
import { nearRecipes } from "./near-recipes";
import type { RecipeHead } from "./recipes";

const head = (useCase: string, more: Partial<RecipeHead> = {}): RecipeHead => ({
  id: useCase,
  slug: useCase,
  name: useCase,
  useCase,
  askedAs: [],
  requiredTools: ["SHEETS_APPEND"],
  updatedAt: new Date(0),
  ...more,
});
const heads = [
  head("Write the weekly sales report", { askedAs: ["sum up what we sold this week"] }),
  head("Write a report on open parcels"),
];

it.each([
  ["write the weekly sales report", "Write the weekly sales report"],
  ["Weekly sales report: write it, please!", "Write the weekly sales report"],
  ["sum up what was sold in this week", "Write the weekly sales report"],
])("%s is for: %s", (text, expected) => {
  expect(nearRecipes(heads, text, [])[0]).toMatchObject({ head: { useCase: expected }, isSame: true });
});

it("takes less near words only where one of the recipe's tools was found", () => {
  const text = "write the sales report to a sheet";
  expect(nearRecipes(heads, text, [])).toEqual([]);
  expect(nearRecipes(heads, text, ["SHEETS_APPEND"])[0]).toMatchObject({
    head: { useCase: "Write the weekly sales report" },
    isSame: false,
  });
});

it.each(["", "\0", "the of and", "🦆".repeat(3000), "send a letter"])("finds none for %j", (text) => {
  expect(nearRecipes(heads, text, ["SHEETS_APPEND"])).toEqual([]);
});
