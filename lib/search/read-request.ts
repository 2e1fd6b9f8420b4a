/** What a request asks for: its terms and how much each counts, the toolkits it names, and what it wants done. */
import { englishWords } from "./english-words";
import { mayOrder, orders } from "./orders";
import { effectsOf, withoutPhrases, type Effect } from "./related-terms";
import { findMentions, type Mention, type ToolkitNames } from "./toolkit-names";
import { isEmptyWord, plainWords, termOf } from "./plain-words";

export type RequestTerm = { term: string; word: string; weight: number; isVerb: boolean };

export type SearchRequest = {
  terms: RequestTerm[];
  /**
   * The words that describe the action, in order: without names of apps and reasons, but with words that are not terms.
   */
  words: string[];
  mentions: Mention[];
  /** Empty if the request names no effect. */
  effects: ReadonlySet<Effect>;
};

/** More is cut: no honest request is longer. */
export const MAX_REQUEST_LENGTH = 2_000;
const MAX_WORDS = 80;
const MAX_TERMS = 24;

/**
 * Values of the request, which do not describe tools: quoted texts, addresses, numbers. Each part has a limited length,
 * so that reading stays linear.
 */
const VALUES = new RegExp(
  [
    /"[^"]{1,400}"|“[^”]{1,400}”|«[^»]{1,400}»|`[^`]{1,400}`|(?<=^|\s)'[^']{1,200}'(?=[\s.,;!?]|$)/,
    /https?:\/\/\S{1,400}/,
    /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/,
    /(?<=^|\s)[@#$€£]\S{1,100}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** Times describe when, not what. They count only if there is little else. */
const TIMES = new Set(
  `today tomorrow yesterday tonight morning afternoon evening noon midnight week weeks month months year years quarter day
  days hour hours minute minutes monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december last next previous ago am pm later recent recently latest current
  upcoming past daily weekly monthly sharp early late first second third`.split(/\s+/),
);
const TIME_WEIGHT = 0.15;

/** After these words comes the reason of a request, not its content. */
const REASONS = new Set(["so", "because", "since", "before", "otherwise", "afterwards", "once", "until", "unless"]);
const REASON_WEIGHT = 0.3;

const UNSAID_WEIGHT = 0.5;

const ASKS_TO_READ = /^(who|what|which|when|where|how|is|are|was|were|do|does|did|has|have|any|whats|whos|wheres)$/;

/** Tried where a run of signs begins only: a text of nothing but dots must not be read once for each of them. */
const SENTENCE_END = /(?<![.!?;\n])[.!?;\n]+(?=\s|$)/u;

type Word = { word: string; isCapital: boolean; weight: number };

/** The words of a request with their weight by place. Words of other languages are put in English. */
function readWords(text: string): Word[] {
  const words: Word[] = [];
  let weight = 1;
  for (const sentence of text.split(SENTENCE_END)) {
    weight = 1;
    const raw = sentence.split(/\s+/u).filter(Boolean);
    raw.forEach((part, index) => {
      for (const word of plainWords(part)) {
        if (index > 1 && REASONS.has(word)) weight = REASON_WEIGHT;
        const isCapital = index > 0 && /^\P{L}*\p{Lu}/u.test(part);
        for (const english of englishWords(word)) words.push({ word: english, isCapital, weight });
      }
    });
    if (words.length > MAX_WORDS) break;
  }
  return words.slice(0, MAX_WORDS);
}

/**
 * The verb that names the action: the first verb, unless it names the purpose ("... to build an index"). A question,
 * and plural nouns without a verb, ask to read.
 */
function wantedEffects(text: string, words: readonly string[]): { effects: Set<Effect>; verb: string | undefined } {
  const first = plainWords(text.slice(0, 60))[0] ?? "";
  if (ASKS_TO_READ.test(first)) return { effects: new Set(["read"]), verb: "list" };
  let isFirst = true;
  for (const [index, word] of words.entries()) {
    if (isEmptyWord(word)) continue;
    const isOrder = isFirst ? mayOrder(word) && word !== "open" : orders(words, index) && words[index - 1] !== "to";
    if (isOrder || (isFirst && orders(words, index))) return { effects: new Set(effectsOf(termOf(word))), verb: word };
    isFirst = false;
  }
  const isPlural = words.some((word) => word.length > 3 && /[^s]s$/.test(word) && termOf(word) !== word);
  return { effects: new Set<Effect>(isPlural ? ["read"] : []), verb: undefined };
}

function toTerms(words: readonly Word[], verb: string | undefined): RequestTerm[] {
  const terms = new Map<string, RequestTerm>();
  for (const { word, weight } of words) {
    if (isEmptyWord(word) || /^\d+$/.test(word) || (word.length === 1 && !/[^\x00-\x7f]/.test(word))) continue;
    const term = termOf(word);
    const totalWeight = weight * (TIMES.has(word) ? TIME_WEIGHT : 1);
    const there = terms.get(term);
    if (there) there.weight = Math.max(there.weight, totalWeight);
    else terms.set(term, { term, word, weight: totalWeight, isVerb: word === verb });
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Some signs become eighteen when they are normalized, so texts are cut before and after. */
const cut = (text: string): string => text.slice(0, MAX_REQUEST_LENGTH);

/** Reads a request of any length and content; what is too long is cut. */
export function readRequest(
  input: string,
  names: readonly ToolkitNames[],
  isKnown?: (word: string) => boolean,
): SearchRequest {
  const text = cut(cut(input).normalize("NFKC")).replace(VALUES, " ");
  const words = readWords(text);
  const plain = words.map(({ word }) => word);
  const mentions = names.flatMap((toolkitNames) =>
    findMentions(toolkitNames, plain, (index) => words[index]?.isCapital ?? false, isKnown),
  );
  const named = new Set(
    mentions
      .filter(({ isSure }) => isSure)
      .flatMap(({ at: startIndex, length }) => Array.from({ length }, (_, step) => startIndex + step)),
  );
  const rest = words.filter((_, index) => !named.has(index));
  const spoken = withoutPhrases(rest.map(({ word }) => word));
  const weights = new Map(rest.map(({ word, weight }) => [word, weight]));
  const { effects, verb } = wantedEffects(text, spoken);
  const weightedWords = spoken.map((word) => ({ word, isCapital: false, weight: weights.get(word) ?? 1 }));
  // A question asks to list, without saying so.
  if (verb !== undefined && !spoken.includes(verb))
    weightedWords.push({ word: verb, isCapital: false, weight: UNSAID_WEIGHT });
  return {
    terms: toTerms(weightedWords, verb),
    words: spoken.filter((word) => (weights.get(word) ?? 1) > REASON_WEIGHT),
    mentions,
    effects,
  };
}
