import { expect, it } from "vitest";
import { MORE_SCOPES } from "@/lib/contract/more-scope-words";
import { sharedWords } from "./shared-words";
import { WORD_ROWS } from "./word-table";

const LANGUAGES = ["es", "de", "fr", "pt", "it", "zh", "ja"];

it("has each of its words in every language, and once", () => {
  for (const [english, others] of WORD_ROWS) {
    expect(
      others.filter((text) => text.trim() !== ""),
      english,
    ).toHaveLength(LANGUAGES.length);
    expect(LANGUAGES.map((language) => sharedWords(english, language))).toEqual(others);
  }
  expect(new Set(WORD_ROWS.map(([english]) => english)).size).toBe(WORD_ROWS.length);
});

it.each(Object.entries(MORE_SCOPES))("says %s in every language", (_scope, words) => {
  for (const language of LANGUAGES) expect(sharedWords(words, language), words).toBeTruthy();
});
