/** Completes the word that somebody is typing, by the words that the tools of an index have. */
import type { Hit } from "./find-tools";
import { countOf, type OpenIndex } from "./open-index";
import { isEmptyWord, plainWords, termOf } from "./plain-words";
import { plainName } from "./toolkit-texts";

type TypedWord = {
  /** The text up to the word, with the space. */
  before: string;
  word: string;
};

export type Completion = {
  /** The word to search with: whole, or its stem. */
  word: string;
  term: string;
  /** How well it fits in comparison with the best completion, from 0 to 1. */
  share: number;
};

/** A single letter begins too many words. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 24;
const MAX_COMPLETIONS = 2;
/** Of the words that begin so, these many are looked at: those of the most tools. */
const MAX_TERMS = 40;
/** Completions that fit worse than this, in comparison with the best, are left out. */
const LEAST_SHARE = 0.3;
/** A word that is whole as it is typed may be meant as it is. */
const WHOLE_WORD = 1.5;

/** The word at the end of a text; undefined if a space ends it. */
export function readTypedWord(text: string): TypedWord | undefined {
  const from = text.search(/[\p{L}\p{N}]{1,40}$/u);
  if (from < 0) return undefined;
  const [word = "", ...others] = plainWords(text.slice(from));
  const isWord = others.length === 0 && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
  return isWord ? { before: text.slice(0, from), word } : undefined;
}

/** The terms that begin with a word, those of the most tools first. */
function termsFrom(open: OpenIndex, word: string): number[] {
  const numbers: number[] = [];
  for (const [term, number] of open.terms) if (term.startsWith(word)) numbers.push(number);
  const whole = open.terms.get(termOf(word));
  if (whole !== undefined && !numbers.includes(whole)) numbers.push(whole);
  const counts = new Map(numbers.map((number) => [number, countOf(open.index, number)]));
  return numbers.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_TERMS);
}

/** Whether a tool has a term. The postings of a term are in order of tools. */
function hasTerm({ postingStarts, postingTools }: OpenIndex["index"], term: number, tool: number): boolean {
  let low = postingStarts[term] ?? 0;
  let high = (postingStarts[term + 1] ?? 0) - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((postingTools[middle] ?? 0) < tool) low = middle + 1;
    else high = middle;
  }
  return postingTools[low] === tool;
}

/** The word that makes a text the name of a toolkit, the most popular of many: "google cal" is a calendar. */
function nameWord({ index, toolkitTexts }: OpenIndex, { before, word }: TypedWord): string | undefined {
  if (before.trim() === "") return undefined;
  const text = plainName(before + word);
  let best: { name: string; popularity: number } | undefined;
  for (const [toolkit, { names }] of toolkitTexts.entries()) {
    const popularity = index.toolkits[toolkit]?.popularity ?? 0;
    const name = names.find((candidate) => candidate.startsWith(text));
    if (name !== undefined && (!best || popularity > best.popularity)) best = { name, popularity };
  }
  return best && `${word}${best.name.slice(text.length).split(" ")[0] ?? ""}`;
}

/**
 * The words that a typed word can become, the best first: that of a toolkit's name, those that the hits of the text
 * before it have, or else those of the most tools.
 */
export function completeWord(open: OpenIndex, typed: TypedWord, before: readonly Hit[]): Completion[] {
  const name = nameWord(open, typed);
  if (name !== undefined) return [{ word: name, term: termOf(name), share: 1 }];
  const { word } = typed;
  if (isEmptyWord(word)) return [];
  const hits = before.flatMap(({ slug, score }) => {
    const tool = open.places.get(slug);
    return tool === undefined ? [] : [{ tool, score }];
  });
  const whole = termOf(word);
  const rated = termsFrom(open, word).map((number) => {
    const term = open.index.terms[number] ?? "";
    const inHits = hits.reduce((sum, { tool, score }) => sum + (hasTerm(open.index, number, tool) ? score : 0), 0);
    return { term, inHits, count: countOf(open.index, number) };
  });
  const isInHits = rated.some(({ inHits }) => inHits > 0);
  const scored = rated
    .map(({ term, inHits, count }) => ({
      term,
      score: (isInHits ? inHits : count) * (term === whole ? WHOLE_WORD : 1),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 1;
  return scored
    .map(({ term, score }) => ({ word: term, term, share: score / best }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MAX_COMPLETIONS);
}
