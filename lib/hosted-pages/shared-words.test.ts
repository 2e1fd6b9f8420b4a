import { expect, it } from "vitest";
import { MORE_SCOPES } from "@/lib/contract/more-scope-words";
import { LANGUAGES } from "./languages";
import { sharedWords } from "./shared-words";
import { es } from "./translations/words/es";

const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== "en");

it.each(Object.keys(es))("has %s in every language", (words) => {
  for (const language of TRANSLATED) expect(sharedWords(words, language)?.trim(), language).toBeTruthy();
});

it.each(Object.entries(MORE_SCOPES))("says %s in every language", (_scope, words) => {
  for (const language of TRANSLATED) expect(sharedWords(words, language), words).toBeTruthy();
});

it.each([
  ["a word that is not translated", "Xylophone", "de"],
  ["English", "Token", "en"],
  ["the name of a property that every object has", "constructor", "de"],
])("has no text for %s", (_what, words, language) => {
  expect(sharedWords(words, language)).toBeUndefined();
});
