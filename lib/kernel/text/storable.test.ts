import { describe, expect, it } from "vitest";
import { cutText, isStorable, storable, storableJson } from "./storable";

const ODD = ["\ud800", "\udc00", "a\0b", "\udc00\ud800", "x\ud83d", "😀\ud800😀", "\0", "\ud800\ud800\udc00"];

describe("texts for the database", () => {
  it.each(ODD)("%j becomes well-formed text without U+0000", (text) => {
    expect(isStorable(text)).toBe(false);
    const clean = storable(text);
    expect([clean.isWellFormed(), clean.includes("\0"), clean.length]).toEqual([true, false, text.length]);
    expect(isStorable(clean)).toBe(true);
  });

  it.each(["", "plain", "😀", "𝒜".repeat(40), "\ufffd", "\\ud800", "é\u0301"])("%j stays unchanged", (text) => {
    expect([storable(text), isStorable(text), cutText(text, 1000)]).toEqual([text, true, text]);
  });

  it("are cut between characters, and never longer than requested", () => {
    const text = `a${"😀".repeat(5)}b`;
    for (let max = 0; max <= text.length + 1; max++) {
      const cut = cutText(text, max);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(max, text.length) - 1);
    }
    expect(cutText("a\0\ud800bc", 3)).toBe("a\ufffd\ufffd");
  });
});

describe("JSON text for the database", () => {
  it.each(ODD)("%j is replaced in names and values at any depth", (text) => {
    const json = storableJson({ [text]: [{ inner: text }, text] });
    const back = JSON.parse(json) as Record<string, unknown>;
    expect(back).toEqual({ [storable(text)]: [{ inner: storable(text) }, storable(text)] });
  });

  it("keeps text that only looks like an escape, and pairs", () => {
    const value = { a: "\\u0000", b: "\\\\ud800", c: "😀", d: '"\\', e: "\\\ud83d\ude00", f: "\\\\" };
    expect(JSON.parse(storableJson(value))).toEqual(value);
    expect(JSON.parse(storableJson(["\\\ud800", "\\\\\0"]))).toEqual(["\\\ufffd", "\\\\\ufffd"]);
  });

  it("stores undefined as null, as a column does", () => {
    expect(storableJson(undefined)).toBe("null");
  });
});
