import { expect, it } from "vitest";
import { quotedText } from "./quoted-text";

it.each([
  ["Ann's", "'Ann\\'s'"],
  ["back\\slash", "'back\\\\slash'"],
  ["\\'", "'\\\\\\''"],
  ["", "''"],
])("%j cannot leave its quotation marks", (text, quoted) => {
  expect(quotedText(text)).toBe(quoted);
  expect(quotedText(text.replaceAll("'", '"'), '"')).toBe(quoted.replaceAll("'", '"'));
});

it("400: a text that no query can hold", () => {
  expect(quotedText("x".repeat(10_000))).toHaveLength(10_002);
  expect(() => quotedText("x".repeat(10_001))).toThrow("too long for the provider's query");
});
