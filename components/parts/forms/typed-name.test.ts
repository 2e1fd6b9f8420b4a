import { expect, it } from "vitest";
import { isTyped } from "./typed-name";

it("a name is typed by what is read of it: pages show runs of spaces as one, and nothing of marks", () => {
  expect(isTyped("two words", " two \n words\u200b")).toBe(true);
  expect(isTyped("étude", "e\u0301tude")).toBe(true);
  expect(isTyped("مشروع", "\u202bمشروع\u202c")).toBe(true);
  expect(isTyped("👩‍👩‍👧", "👩‍👩‍👧")).toBe(true);
});

it("another name is not it", () => {
  for (const text of ["", " ", "two", "two words more", "Two words"])
    expect(isTyped(text, "two words"), text).toBe(false);
});
