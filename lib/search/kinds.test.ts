import { describe, expect, it } from "vitest";
import type { ToolDocument } from "./tool-document";
import { KINDS, kindOf, openKinds, wantedKinds } from "./kinds";
import { learnKinds } from "./learn-kinds";
import { readRequest } from "./read-request";

const tool = (name: string, tags: string[], intents: string[] = []): ToolDocument => ({
  slug: name.toUpperCase().replaceAll(" ", "_"),
  toolkit: "desk",
  name,
  description: "",
  intents,
  parameters: [],
  tags,
  important: false,
  deprecated: false,
});

it.each([
  ["List tickets", ["readOnlyHint"], "many"],
  ["Get invoices", ["readOnlyHint"], "many"],
  ["Get order details", ["readOnlyHint"], "one"],
  ["Get tickets by id", ["readOnlyHint"], "one"],
  ["Add a ticket", ["createHint"], "create"],
  ["Set the state", ["updateHint"], "update"],
  ["Clear all", ["destructiveHint"], "remove"],
])("%s is of its kind by its hints, or by its name if it reads", (name, tags, kind) => {
  expect(kindOf(tool(name, tags))).toBe(kind);
});

describe("the kind that a request wants", () => {
  const nouns = ["ticket", "order", "page", "card", "deal", "note"];
  const tools = nouns.flatMap((noun) => [
    tool(`List ${noun}s`, ["readOnlyHint"], [`who has which ${noun}s`, `every ${noun} so far`]),
    tool(`Create ${noun}`, ["createHint"], [`raise a ${noun} for somebody`, `one more ${noun} please`]),
    tool(`Delete ${noun}`, ["destructiveHint"], [`scrub the ${noun}`, `the ${noun} has to go`]),
  ]);
  const model = learnKinds(tools);
  const likeliest = (text: string) => {
    const shares = wantedKinds(openKinds(model), readRequest(text, []));
    return KINDS[shares.indexOf(Math.max(...shares))];
  };

  it.each([
    ["raise a complaint for kim", "create"],
    ["scrub jon from the newsletter", "remove"],
    ["who has which laptops", "many"],
  ])("%s: %s, learned from what is said of other things", (text, kind) => {
    expect(likeliest(text)).toBe(kind);
  });

  it("is the same for the same tools", () => {
    expect(learnKinds(tools)).toEqual(model);
  });

  it("is any of them where nothing was learned", () => {
    const shares = wantedKinds(openKinds({ marks: [], weights: new Float32Array() }), readRequest("raise a card", []));
    expect([...shares]).toEqual(KINDS.map(() => 1 / KINDS.length));
  });
});
