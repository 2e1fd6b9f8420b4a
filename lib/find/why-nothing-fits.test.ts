import { expect, it } from "vitest";
import { whyNothingFits } from "./why-nothing-fits";

const term = (word: string, more = {}) => ({ term: word, word, weight: 1, isVerb: false, ...more });
const makeFound = (words: ReturnType<typeof term>[], knownTerms: string[] = []) => ({
  request: { terms: words, words: [], mentions: [], effects: new Set<never>() },
  hits: [
    {
      slug: "A_B",
      toolkit: "a",
      score: 1,
      phrase: 1,
      why: { matched: knownTerms.map((knownTerm) => ({ term: knownTerm, fields: [], score: 1 })), boosts: [] },
    },
  ],
});

it.each([
  [makeFound([term("water", { isVerb: true }), term("plants")]), [], false, /No tool here has to do with “plants”/],
  [makeFound([term("pizza")]), ["GitHub"], false, /No tool of GitHub has to do with “pizza”/],
  [makeFound([term("pizza")]), [], true, /No tool of these toolkits has to do with “pizza”/],
  [makeFound([term("issue")], ["issue"]), [], false, /does what this says/],
  [makeFound([]), [], false, /does not say what is to be done/],
])("%#", (result, named, isLimited, sentence) => {
  expect(whyNothingFits(result, named, isLimited)).toMatch(sentence);
});
