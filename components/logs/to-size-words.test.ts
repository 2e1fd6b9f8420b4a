import { expect, it } from "vitest";
import { toSizeWords } from "./to-size-words";

it("says how many tokens a response has, and how many the whole one had", () => {
  expect(toSizeWords({ tokens: 420 })).toBe("about 420 tokens");
  expect(toSizeWords({ tokens: 1200, tokensBefore: 41_000 })).toBe("about 1.2k tokens of 41k");
  expect(toSizeWords({ tokens: 420, tokensBefore: 420 })).toBe("about 420 tokens");
  expect(toSizeWords({})).toBeUndefined();
});
