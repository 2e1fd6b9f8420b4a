/** Descriptions without their Markdown. */
import { expect, it } from "vitest";
import { toPlainWords } from "./plain-words";

it("keeps the words of links, code and emphasis", () => {
  expect(
    toPlainWords(
      "See [the **docs**](https://x.invalid/a_b).\n\n_NOTE: only users with push_ may set `snake_case` names.",
    ),
  ).toBe("See the docs. NOTE: only users with push may set snake_case names.");
});

it("keeps underscores inside names", () =>
  expect(toPlainWords("Use page_token and *not* offset.")).toBe("Use page_token and not offset."));

it("hides a truncated address", () =>
  expect(toPlainWords("Three-letter [ISO code](https://www.iso.org/cur\u2026")).toBe("Three-letter ISO code"));
