/** What a language model's order makes of the hits of a search. */
import { expect, it } from "vitest";
import type { SearchResult } from "@/lib/search/find-tools";
import { readRequest } from "@/lib/search/read-request";
import { inOrder } from "./reorder-found";

const why = { matched: [], boosts: ["connected"] };
const makeFound = (confidence: SearchResult["confidence"]): SearchResult => ({
  hits: [
    { slug: "A", toolkit: "t", score: 9, phrase: 0, why },
    { slug: "B", toolkit: "t", score: 8, phrase: 0, why },
    { slug: "C", toolkit: "t", score: 2, phrase: 0, why },
    { slug: "D", toolkit: "t", score: 1, phrase: 0 },
  ],
  confidence,
  request: readRequest("anything", []),
});

it("puts the hits in the model's order, with falling scores, and says of which it moved up", () => {
  const { hits } = inOrder(makeFound("high"), { order: ["C", "A", "B", "D"], confident: true });
  expect(hits.map(({ slug, score }) => [slug, score])).toEqual([
    ["C", 9],
    ["A", 8],
    ["B", 2],
    ["D", 1],
  ]);
  expect(hits.map((hit) => hit.why?.boosts)).toEqual([
    ["connected", "moved up by the language model"],
    ["connected"],
    ["connected"],
    undefined,
  ]);
});

it("leaves hits that the model has not seen behind the others, in their order, and invents none", () => {
  const { hits } = inOrder(makeFound("high"), { order: ["B", "EVIL"], confident: true });
  expect(hits.map(({ slug }) => slug)).toEqual(["B", "A", "C", "D"]);
});

it("is as sure as the model: high if it is, otherwise never high", () => {
  const order = ["A", "B", "C", "D"];
  for (const before of ["low", "medium", "high"] as const)
    expect(inOrder(makeFound(before), { order, confident: true }).confidence).toBe("high");
  expect(inOrder(makeFound("high"), { order, confident: false }).confidence).toBe("medium");
  expect(inOrder(makeFound("low"), { order, confident: false }).confidence).toBe("low");
});
