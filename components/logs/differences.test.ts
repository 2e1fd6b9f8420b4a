/** Tests the changes between two values, with readable paths. */
import { describe, expect, it } from "vitest";
import { MAX_LEAVES, toDifferences } from "./differences";

describe("toDifferences", () => {
  it("names every leaf by its path and says what became of it", () => {
    expect(
      toDifferences(
        { a: 1, list: [{ x: "s" }, 2], "odd name": null, gone: {} },
        { a: 2, list: [{ x: "s" }], "odd name": null, more: { y: [] } },
      ).rows,
    ).toEqual([
      { path: "a", kind: "changed", first: "1", second: "2" },
      { path: "list[0].x", kind: "same", first: '"s"', second: '"s"' },
      { path: "list[1]", kind: "removed", first: "2" },
      { path: '["odd name"]', kind: "same", first: "null", second: "null" },
      { path: "gone", kind: "removed", first: "{}" },
      { path: "more.y", kind: "added", second: "[]" },
    ]);
  });
  it("tells a text from a number", () => expect(toDifferences({ a: "1" }, { a: 1 }).rows[0]?.kind).toBe("changed"));
  it("takes an undefined field for an absent one", () =>
    expect(toDifferences({ a: undefined }, { a: "x" }).rows).toEqual([{ path: "a", kind: "added", second: '"x"' }]));
  it("is empty where neither side has anything", () =>
    expect(toDifferences(undefined, null)).toEqual({ rows: [], cut: false }));
  it("compares two bare values", () =>
    expect(toDifferences("a", "b").rows).toEqual([{ path: "", kind: "changed", first: '"a"', second: '"b"' }]));
  it("ends, and says so", () => {
    const { rows, cut } = toDifferences(
      Array.from({ length: 5000 }, (_, index) => index),
      [],
    );
    expect([rows.length, cut]).toEqual([MAX_LEAVES, true]);
  });
});
