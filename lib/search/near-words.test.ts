import { describe, expect, it } from "vitest";
import { distance, nearest, nearWords } from "./near-words";

const words = ["calendar", "message", "invoice", "invit", "spreadsheet", "issu", "list"];
const near = nearWords(words);
const findNear = (word: string) => {
  const wordIndex = nearest(near, word, () => 0);
  return wordIndex === undefined ? undefined : words[wordIndex];
};

describe("misspelled words", () => {
  it.each([
    ["calender", "calendar"],
    ["mesage", "message"],
    ["inovice", "invoice"],
    ["spredsheat", "spreadsheet"],
    ["isu", undefined],
    ["lost", "list"],
    ["zebra", undefined],
    ["x".repeat(30), undefined],
  ])("%s may mean %s", (word, expected) => {
    expect(findNear(word)).toBe(expected);
  });

  it("counts swapped neighbors as one change", () => {
    expect(distance("inovice", "invoice")).toBe(1);
    expect(distance("kitten", "sitting")).toBe(3);
  });
});
