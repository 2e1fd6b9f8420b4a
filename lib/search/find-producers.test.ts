import { describe, expect, it } from "vitest";
import type { ToolDocument } from "./tool-document";
import { findProducers } from "./find-producers";

const tool = (slug: string, name: string, required: string[], tags = ["readOnlyHint"], more = {}): ToolDocument => ({
  slug,
  toolkit: slug.split("_")[0] ?? "",
  name,
  description: "",
  intents: [],
  parameters: required.map((parameterName) => ({ name: parameterName, description: "", required: true })),
  tags,
  important: false,
  deprecated: false,
  ...more,
});

const tools = [
  tool("MAIL_LIST_DRAFTS", "List drafts", []),
  tool("MAIL_GET_DRAFT", "Get a draft", ["draft_id"]),
  tool("MAIL_DELETE_DRAFT", "Delete a draft", ["draft_id"], ["destructiveHint"]),
  tool("MAIL_SEND", "Send a mail", ["subject", "body"], ["createHint"]),
  tool("MAIL_LIST_LABELS", "List labels", []),
  tool("MAIL_OLD_LABELS", "List labels", [], ["readOnlyHint"], { deprecated: true }),
  tool("MAIL_LABEL_DRAFT", "Label a draft", ["draftId", "labelId"], ["updateHint"]),
  tool("MAIL_CREATE_FILTER", "Create a filter", ["id"], ["createHint"]),
  tool("MAIL_LIST_FILTERS", "List filters", []),
  tool("MAIL_DELETE_FILTER", "Delete a filter", ["id"], ["destructiveHint"]),
  tool("DESK_LIST_DRAFTS", "List drafts", []),
  tool("BASE_LIST_ITEMS", "List items of a room", ["room_id"]),
  tool("BASE_SEARCH_ROOMS", "Search rooms", []),
  tool("BASE_DELETE_ITEM", "Delete an item", ["room_id", "item_id"], ["destructiveHint"]),
];
const producers = findProducers(tools);
const producersOf = (slug: string): [string, string][] =>
  (producers[tools.findIndex((candidate) => candidate.slug === slug)] ?? []).map(({ tool: toolIndex, need }) => [
    tools.find((candidate) => candidate.slug === slug)?.parameters[need]?.name ?? "",
    tools[toolIndex]?.slug ?? "",
  ]);

it.each<[string, [string, string][]]>([
  ["MAIL_DELETE_DRAFT", [["draft_id", "MAIL_LIST_DRAFTS"]]],
  [
    "MAIL_LABEL_DRAFT",
    [
      ["draftId", "MAIL_LIST_DRAFTS"],
      ["labelId", "MAIL_LIST_LABELS"],
    ],
  ],
  ["MAIL_DELETE_FILTER", [["id", "MAIL_LIST_FILTERS"]]],
  [
    "BASE_DELETE_ITEM",
    [
      ["room_id", "BASE_SEARCH_ROOMS"],
      ["item_id", "BASE_LIST_ITEMS"],
    ],
  ],
  ["MAIL_SEND", []],
  ["MAIL_LIST_DRAFTS", []],
])("%s needs %j", (slug, expected) => {
  expect(producersOf(slug)).toEqual(expected);
});

it("finds no list for the id of a thing that is only created", () => {
  expect(producersOf("MAIL_CREATE_FILTER")).toEqual([]);
});

it("stays within a toolkit", () => {
  const homes = producers.flatMap((list, index) =>
    list.map((producer) => [tools[index]?.toolkit, tools[producer.tool]?.toolkit]),
  );
  expect(homes.every(([needing, giving]) => needing === giving)).toBe(true);
});

it("does not mistake a word that every object has for a verb that reads", () => {
  const built = [tool("CAR_CONSTRUCTOR", "Constructor of cars", []), tool("CAR_SELL", "Sell a car", ["car_id"], [])];
  expect(findProducers(built)).toEqual([[], []]);
});

describe("a project with many tools", () => {
  const crowd = Array.from({ length: 300 }, (_, index) =>
    tool(`CROWD_${index}`, "Get items of far away things", ["a", "b"]),
  );

  it("finds the best reader behind hundreds of others", () => {
    const all = [...crowd, tool("CROWD_LIST", "List items", []), tool("CROWD_DELETE", "Delete", ["item_id"], [])];
    expect(findProducers(all).at(-1)).toEqual([{ tool: 300, need: 0 }]);
  });

  it("looks at the cheapest readers of a thing only, however many there are", () => {
    // Only the last tool shares the other words, and there are so many cheaper tools before it that it is not reached.
    const cheap = Array.from({ length: 300 }, (_, index) => tool(`CROWD_${index}`, "List items", ["item_id"]));
    const dear = tool("CROWD_DEAR", "Get items of far away things", ["a", "b"]);
    expect(findProducers([...cheap, dear, tool("CROWD_DELETE", "Delete", ["item_id"], [])]).at(-1)).toEqual([]);
  });

  it("looks at the first twenty required parameters only", () => {
    const names = Array.from({ length: 30 }, (_, index) => `value_${index}`);
    const needing = (before: number) => tool("CROWD_X", "Change", [...names.slice(0, before), "item_id"], []);
    const findLast = (before: number) => findProducers([tool("CROWD_LIST", "List items", []), needing(before)]).at(-1);
    expect(findLast(19)).toEqual([{ tool: 0, need: 19 }]);
    expect(findLast(20)).toEqual([]);
  });
});
