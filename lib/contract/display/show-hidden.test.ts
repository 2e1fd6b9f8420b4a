import { expect, it } from "vitest";
import { showHidden } from "./show-hidden";

it("shows characters that hide or turn a text, and leaves writing and pictures as they are", () => {
  expect(showHidden("pay bob\u202e001 $ ecila yap")).toBe("pay bob\\u{202e}001 $ ecila yap");
  expect(showHidden("a\u200bb\u2066c\ufeff\u{e0041}")).toBe("a\\u{200b}b\\u{2066}c\\u{feff}\\u{e0041}");
  for (const text of ["naïve שלום سلام", "👨‍👩‍👧 ❤️", "क्‍ष", "line\n\ttab"]) expect(showHidden(text)).toBe(text);
});
