import { describe, expect, it } from "vitest";
import { isFree, setInside } from "./set-inside";

describe("values set inside of an object", () => {
  it("leaves the caller's objects as they were", () => {
    const input = { filters: { made: { after: 1 } }, list: [1] };
    const root: Record<string, unknown> = { ...input };
    const set = setInside(root);
    set(["filters", "made", "before"], 2);
    set(["filters", "state"], "open");
    expect(root).toEqual({ filters: { made: { after: 1, before: 2 }, state: "open" }, list: [1] });
    expect(input).toEqual({ filters: { made: { after: 1 } }, list: [1] });
  });

  it("copies an object once, however many paths lead into it", () => {
    const root: Record<string, unknown> = { filters: { a: 1 } };
    const set = setInside(root);
    set(["filters", "b"], 2);
    const copy = root.filters;
    set(["filters", "c"], 3);
    expect(root.filters).toBe(copy);
    expect(copy).toEqual({ a: 1, b: 2, c: 3 });
  });

  it("puts an object where something else stands on the way", () => {
    const root: Record<string, unknown> = { text: "plain" };
    setInside(root)(["text", "body"], "hello");
    expect(root).toEqual({ text: { body: "hello" } });
  });

  it("calls a place free if nothing stands there and only objects on the way", () => {
    const root = { a: { b: 1 }, text: "plain" };
    expect(isFree(root, ["a", "c"])).toBe(true);
    expect(isFree(root, ["x", "y", "z"])).toBe(true);
    expect(isFree(root, ["a", "b"])).toBe(false);
    expect(isFree(root, ["a", "b", "c"])).toBe(false);
    expect(isFree(root, ["text", "length"])).toBe(false);
    expect(isFree(root, ["constructor"])).toBe(true);
  });
});
