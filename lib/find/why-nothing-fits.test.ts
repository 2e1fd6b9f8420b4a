import { expect, it } from "vitest";
import { whyNothingFits } from "./why-nothing-fits";

const term = (word: string, more = {}) => ({ term: word, word, weight: 1, isVerb: false, ...more });
const found = (words: ReturnType<typeof term>[], known: string[] = []) => ({
  request: { terms: words, words: [], mentions: [], effects: new Set<never>() },
  hits: [
    {
      slug: "A_B",
      toolkit: "a",
      score: 1,
      phrase: 1,
      why: { matched: known.map((one) => ({ term: one, fields: [], score: 1 })), boosts: [] },
    },
  ],
});

it.each([
  [found([term("water", { isVerb: true }), term("plants")]), [], false, /No tool here has to do with “plants”/],
  [found([term("pizza")]), ["GitHub"], false, /No tool of GitHub has to do with “pizza”/],
  [found([term("pizza")]), [], true, /No tool of these toolkits has to do with “pizza”/],
  [found([term("issue")], ["issue"]), [], false, /does what this says/],
  [found([]), [], false, /does not say what is to be done/],
])("%#", (given, named, isLimited, sentence) => {
  expect(whyNothingFits(given, named, isLimited)).toMatch(sentence);
});
