import { describe, expect, it } from "vitest";
import type { Hit } from "@/lib/search/find-tools";
import { connectedFirst } from "./connected-first";

const hit = (slug: string, score: number): Hit => ({
  slug,
  toolkit: slug.split("_")[0]?.toLowerCase() ?? "",
  score,
  phrase: 0,
});
const HITS = [
  hit("LINEAR_CREATE", 1),
  hit("JIRA_CREATE", 0.99),
  hit("GITHUB_CREATE", 0.92),
  hit("GITHUB_COMMENT", 0.5),
];
const order = (ready: readonly string[], hits = HITS) =>
  connectedFirst(hits, 0.8, (toolkit) => ready.includes(toolkit)).map(({ slug }) => slug);

describe("connected apps first", () => {
  it("puts a tool of a connected app before tools that fit little better", () => {
    expect(order(["github"])).toEqual(["GITHUB_CREATE", "LINEAR_CREATE", "JIRA_CREATE", "GITHUB_COMMENT"]);
    expect(connectedFirst(HITS, 0.8, (toolkit) => toolkit === "github").map(({ score }) => score)).toEqual([
      1, 0.99, 0.92, 0.5,
    ]);
  });

  it("keeps the order if the best tool can run, if none can, or if those that can fit worse", () => {
    const slugs = HITS.map(({ slug }) => slug);
    expect(order(["linear", "github"])).toEqual(slugs);
    expect(order([])).toEqual(slugs);
    expect(order(["slack"])).toEqual(slugs);
    expect(order(["github"], [hit("LINEAR_CREATE", 1), hit("GITHUB_COMMENT", 0.5)])).toEqual([
      "LINEAR_CREATE",
      "GITHUB_COMMENT",
    ]);
    expect(order(["github"], [])).toEqual([]);
  });
});
