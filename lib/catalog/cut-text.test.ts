/** Parts of texts with characters of two units. */
import { expect, it } from "vitest";
import { cutText } from "./cut-text";

it.each([
  ["abc", 0, 2, "ab", 2],
  ["abc", 2, 2, "c", undefined],
  ["abc", 9, 2, "", undefined],
  ["", 0, 1, "", undefined],
  ["😀b", 0, 1, "😀", 2],
  ["😀b", 1, 1, "😀", 2],
  ["a😀", 0, 2, "a😀", undefined],
  ["\ud83d", 0, 1, "\ud83d", undefined],
])("of %j from %i with %i units the part is %j", (text, offset, length, part, next) => {
  expect(cutText(text, offset, length)).toEqual({ part, next });
});

it("leaves nothing out and gives nothing twice", () => {
  const text = "a😀😀b字😀";
  for (const length of [1, 2, 3]) {
    let [all, offset]: [string, number | undefined] = ["", 0];
    while (offset !== undefined) {
      const { part, next }: ReturnType<typeof cutText> = cutText(text, offset, length);
      [all, offset] = [all + part, next];
    }
    expect(all).toBe(text);
  }
});
