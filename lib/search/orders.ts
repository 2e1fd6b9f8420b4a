/** Distinguishes verbs that order something from equal words that do not: "open a ticket", but "my open tickets". */
import { effectsOf } from "./related-terms";
import { isBaseForm, termOf } from "./plain-words";

/** Verbs that are nouns or adjectives where no article or pronoun follows: "files and comments on it", "open bugs". */
const NOUNS_TOO = new Set(
  `mail email message list file text post form note order call issue record report share log comment book draft charge label
  tag pin star export import view search review update preview build release return track watch start set schedule open close
  complete clear`
    .split(/\s+/)
    .map(termOf),
);
const AFTER_A_VERB =
  /^(it|them|that|this|those|the|a|an|all|every|each|any|my|our|your|his|her|its|their|me|us|him|who|what|how|one|another|new)$/;

/** Whether a word can be a verb in the imperative. */
export const mayOrder = (word: string): boolean => isBaseForm(word) && effectsOf(termOf(word)).length > 0;

/** Whether the word at this place, behind other words, orders something. */
export function orders(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  return mayOrder(word) && (!NOUNS_TOO.has(termOf(word)) || AFTER_A_VERB.test(words[index + 1] ?? ""));
}
