import { expect, it } from "vitest";
import { buildIndex } from "./build-index";
import type { Recipe, ToolDocument } from "./tool-document";
import { findRecipe } from "./find-recipe";
import { findTools } from "./find-tools";
import { fromBytes, toBytes } from "./index-bytes";
import { openIndex } from "./open-index";
import { isReading, prerequisitesOf } from "./prerequisites-of";

const toolkit = (slug: string, name: string) => ({
  slug,
  name,
  description: "",
  categories: [],
  nicknames: [],
  popularity: 0,
});
const tool = (slug: string, name: string, tags: string[], required: string[] = []): ToolDocument => ({
  slug,
  toolkit: slug.split("_")[0]?.toLowerCase() ?? "",
  name,
  description: "",
  intents: [],
  parameters: required.map((parameterName) => ({ name: parameterName, description: "", required: true })),
  tags,
  important: true,
  deprecated: false,
});
const refund: Recipe = {
  id: "refund-last-charge",
  useCase: "Refund a customer's most recent charge",
  askedAs: ["give a buyer their money back for the last payment"],
  steps: [
    { tag: "prerequisite", tool: "PAYFAST_SEARCH_CUSTOMERS", text: "Find the customer." },
    { tag: "required", tool: "PAYFAST_CREATE_REFUND", text: "Refund the charge." },
  ],
  pitfalls: [],
};
const announce: Recipe = {
  id: "announce-refund",
  useCase: "Tell the team about a refund",
  askedAs: ["post to the channel that money was given back"],
  steps: [
    { tag: "required", tool: "PAYFAST_CREATE_REFUND", text: "Refund the charge." },
    { tag: "required", tool: "CHATTER_POST_MESSAGE", text: "Tell the channel." },
  ],
  pitfalls: [],
};
const built = buildIndex(
  [
    tool("PAYFAST_CREATE_REFUND", "Create a refund", ["createHint"], ["charge_id"]),
    tool("PAYFAST_LIST_CHARGES", "List charges", ["readOnlyHint"]),
    tool("PAYFAST_SEARCH_CUSTOMERS", "Search customers", ["readOnlyHint"]),
    tool("CHATTER_POST_MESSAGE", "Post a message", ["createHint"]),
  ],
  [toolkit("payfast", "PayFast"), toolkit("chatter", "Chatter")],
  { recipes: [refund, announce] },
);
// As a server reads it.
const index = fromBytes(toBytes(built));
if (!index) throw new Error("not read back");
const open = openIndex(index);
const recipeFor = (text: string, only?: ReadonlySet<string>) =>
  findRecipe(open, text, findTools(open, text, { limit: 30 }), only)?.id;

it.each([
  ["refund the most recent charge of a customer", "refund-last-charge"],
  ["give a buyer the money back for the last payment in PayFast", "refund-last-charge"],
  ["tell the team about a refund", "announce-refund"],
  ["water the plants on the balcony", undefined],
  ["search customers", undefined],
  ["", undefined],
])("%s: %s", (text, id) => {
  expect(recipeFor(text)).toBe(id);
});

it("leaves out recipes that need toolkits which may not be used", () => {
  expect(recipeFor("tell the team about a refund", new Set(["payfast"]))).not.toBe("announce-refund");
});

it("knows what gives the ids that a tool needs, and which tools only read", () => {
  expect(prerequisitesOf(open, "PAYFAST_CREATE_REFUND")).toEqual([{ slug: "PAYFAST_LIST_CHARGES", need: 0 }]);
  expect(prerequisitesOf(open, "NO_SUCH_TOOL")).toEqual([]);
  expect([isReading(open, "PAYFAST_LIST_CHARGES"), isReading(open, "PAYFAST_CREATE_REFUND")]).toEqual([true, false]);
});
