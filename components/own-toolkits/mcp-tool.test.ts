import { expect, it } from "vitest";
import { isWaiting, toDecision, toParts, type Definition, type McpTool } from "./mcp-tool";

const definition = (more: Partial<Definition>): Definition => ({
  ...{ title: null, description: "Adds.", input_schema: { type: "object" }, output_schema: null, annotations: null },
  ...more,
});
const tool = (more: Partial<McpTool>): McpTool => ({
  ...{ name: "add", state: "served", served: definition({}), offered: null, offered_hash: null },
  ...{ changes: [], marks: [], decided_by: null, decided_at: null, seen_at: "2026-11-27T00:00:00.000Z" },
  ...more,
});
const namesOf = (item: McpTool) => toParts(item).map(({ name, before, after }) => [name, before !== "", after !== ""]);

it("shows the changed parts of an offer, and all parts of a tool without one", () => {
  const offer = definition({ description: "Adds up.", annotations: { readOnlyHint: true } });
  expect(namesOf(tool({ state: "changed", offered: offer }))).toEqual([
    ["description", true, true],
    ["annotations", false, true],
  ]);
  expect(namesOf(tool({ state: "new", served: null, offered: definition({}) }))).toEqual([
    ["description", false, true],
    ["input_schema", false, true],
  ]);
  expect(namesOf(tool({}))).toEqual([
    ["description", true, true],
    ["input_schema", true, true],
  ]);
});

it("decides about what is offered, and only about that", () => {
  const items = [tool({ state: "new", offered_hash: "f".repeat(64) }), tool({ state: "served" })];
  expect(items.map(isWaiting)).toEqual([true, false]);
  expect(toDecision(items)).toEqual([{ name: "add", hash: "f".repeat(64) }]);
});
