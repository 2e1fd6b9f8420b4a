/** Ranks the tools of an index for a request. */
import { FIELDS, type Field } from "./tool-document";
import { nearest } from "./near-words";
import { countOf, type OpenIndex } from "./open-index";
import { boostWords, factorOf, toFactors, type Factors } from "./factors";
import { Best } from "./best";
import { readRequest, type RequestTerm, type SearchRequest } from "./read-request";
import { relatedTerms } from "./related-terms";
import { weighTopics } from "./weigh-topics";
import { WEIGHTS, type Weights } from "./weights";
import { isEmptyWord, termOf } from "./plain-words";

export type FindOptions = {
  /** Only tools of these toolkits. */
  toolkits?: ReadonlySet<string> | undefined;
  /** Toolkits that the user has connected: a little ahead. */
  connected?: ReadonlySet<string> | undefined;
  withoutDeprecated?: boolean | undefined;
  limit: number;
  explain?: boolean | undefined;
  /** The request names an app of another index. */
  namesAnother?: boolean | undefined;
  /** This word of the request is the term already: a stem can have a stem of its own. */
  lastTerm?: { word: string; term: string } | undefined;
  weights?: Weights;
};

export type Why = {
  /** Terms of the request that the tool has, and where; `via` is the word that stood for it. */
  matched: { term: string; via?: string; fields: Field[]; score: number }[];
  boosts: string[];
};

export type Hit = {
  slug: string;
  toolkit: string;
  score: number;
  /** How near its name or the closest of its intents is to the request: 1 = the same words. */
  phrase: number;
  /** Only if asked for. */
  why?: Why;
  /** How much of what was asked the tool has; only if asked for. */
  fit?: Confidence | undefined;
};
/** From the least to the most. */
export const CONFIDENCES = ["low", "medium", "high"] as const;
export type Confidence = (typeof CONFIDENCES)[number];
export type SearchResult = { hits: Hit[]; confidence: Confidence; request: SearchRequest };

type WeighedTerm = { number: number; weight: number; idf: number; from: RequestTerm; via?: string };

/** Tools that are looked at closely: the best by terms alone. */
const CLOSE_LOOK = 150;
/** How sure one can be of a request that names an app and nothing else. */
const ONLY_AN_APP = 0.5;
/** Longer texts are no slugs. */
const MAX_SLUG_LENGTH = 100;
const HIGH = 0.62;
const MEDIUM = 0.4;

/** The terms to search: those of the request, related terms, and for unknown words the nearest spelling. */
function weighTerms(open: OpenIndex, request: SearchRequest, weights: Weights): WeighedTerm[] {
  const termsByNumber = new Map<number, WeighedTerm>();
  const add = (number: number, weight: number, from: RequestTerm, via?: string): void => {
    const idf = Math.min(weights.rarity, open.rarity[number] ?? 0);
    const there = termsByNumber.get(number);
    if (there && there.weight >= weight) return;
    termsByNumber.set(number, { number, weight, idf, from, ...(via !== undefined && { via }) });
  };
  for (const from of request.terms) {
    const weight = from.weight * (from.isVerb ? weights.verb : 1);
    const number = open.terms.get(from.term);
    if (number !== undefined) add(number, weight, from);
    else {
      const near = nearest(open.near, from.term, (termIndex) => countOf(open.index, termIndex));
      if (near !== undefined) add(near, weight * 0.8, from, open.index.terms[near]);
    }
    for (const related of relatedTerms(from.term)) {
      const other = open.terms.get(related);
      if (other !== undefined) add(other, weight * weights.related, from, related);
    }
  }
  return [...termsByNumber.values()];
}

/** Adds the scores of all terms to the scratch arrays, by tool and by toolkit; gives how many tools have one. */
function addScores({ index, scratch }: OpenIndex, terms: readonly WeighedTerm[], factors: Factors): number {
  const { scores, touched, sums } = scratch;
  sums.fill(0);
  let count = 0;
  for (const { number, weight, idf } of terms) {
    const end = index.postingStarts[number + 1] ?? 0;
    for (let postingIndex = index.postingStarts[number] ?? 0; postingIndex < end; postingIndex += 1) {
      const tool = index.postingTools[postingIndex] ?? 0;
      const toolkit = index.toolkitOf[tool] ?? 0;
      if (factors.byToolkit[toolkit] === 0) continue;
      const before = scores[tool] ?? 0;
      const more = (weight * idf * (index.postingImpacts[postingIndex] ?? 0)) / 255;
      if (before === 0) touched[count++] = tool;
      scores[tool] = before + more;
      sums[toolkit] = (sums[toolkit] ?? 0) + more;
    }
  }
  return count;
}

type Candidate = { tool: number; base: number; score: number };

/** The best tools by terms and factors alone, in no order. The scratch arrays are clean again afterwards. */
function candidates(
  open: OpenIndex,
  terms: readonly WeighedTerm[],
  { factors, weights }: Pick<LookedAt, "factors" | "weights">,
  closeLook: number,
): Candidate[] {
  const { index, scratch } = open;
  const count = addScores(open, terms, factors);
  weighTopics(factors, scratch.sums, open.sizes, weights);
  const best = new Best<Candidate>(closeLook);
  for (let touchedIndex = 0; touchedIndex < count; touchedIndex += 1) {
    const tool = scratch.touched[touchedIndex] ?? 0;
    const base = scratch.scores[tool] ?? 0;
    scratch.scores[tool] = 0;
    const score = base * factorOf(index, tool, factors);
    if (score > 0 && best.takes(score)) best.add({ tool, base, score });
  }
  return best.items;
}

/**
 * How similar the closest of a tool's name and intents is to the request: 1 = the same terms (F1, rare terms count
 * more).
 */
function closestPhrase({ index, rarity, scratch }: OpenIndex, tool: number, target: PhraseTarget): number {
  let best = 0;
  for (let phrase = index.phraseStarts[tool] ?? 0; phrase < (index.phraseStarts[tool + 1] ?? 0); phrase += 1) {
    let [shared, length] = [0, 0];
    for (
      let termIndex = index.phraseTermStarts[phrase] ?? 0;
      termIndex < (index.phraseTermStarts[phrase + 1] ?? 0);
      termIndex += 1
    ) {
      const term = index.phraseTerms[termIndex] ?? 0;
      const idf = Math.min(target.rarity, rarity[term] ?? 0);
      length += idf;
      shared += (scratch.wanted[term] ?? 0) * idf;
    }
    if (shared > 0) best = Math.max(best, (2 * shared) / (length + target.total));
  }
  return best;
}

const fieldsOf = (bits: number): Field[] => FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0);

/** Where the terms stand in a tool. A term's postings are in order of tools. */
function explain({ index }: OpenIndex, tool: number, terms: readonly WeighedTerm[], boosts: string[]): Why {
  const matched = terms.flatMap(({ number, weight, idf, from, via }) => {
    let low = index.postingStarts[number] ?? 0;
    let high = (index.postingStarts[number + 1] ?? 0) - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((index.postingTools[middle] ?? 0) < tool) low = middle + 1;
      else high = middle;
    }
    if (index.postingTools[low] !== tool) return [];
    const score = (weight * idf * (index.postingImpacts[low] ?? 0)) / 255;
    return [
      { term: from.word, ...(via !== undefined && { via }), fields: fieldsOf(index.postingFields[low] ?? 0), score },
    ];
  });
  return { matched: matched.sort((a, b) => b.score - a.score), boosts };
}

/** A request that only names an app asks for what the app is there for. */
function toolsOfNamed({ index }: OpenIndex, factors: Factors): Candidate[] {
  const best = new Best<Candidate>(CLOSE_LOOK);
  if (factors.named.size === 0) return [];
  const isNamed = new Uint8Array(index.toolkits.length);
  for (const toolkit of factors.named) isNamed[toolkit] = 1;
  for (let tool = 0; tool < index.toolkitOf.length; tool += 1) {
    if (isNamed[index.toolkitOf[tool] ?? 0] === 0) continue;
    const score = factorOf(index, tool, factors);
    if (score > 0 && best.takes(score)) best.add({ tool, base: 1, score });
  }
  return best.items;
}

/** The request's terms that occur in names or intents, for the comparison with them. */
type PhraseTarget = { total: number; rarity: number };

function toWanted({ isInPhrases }: OpenIndex, terms: readonly WeighedTerm[], rarity: number): PhraseTarget {
  const spoken = terms.filter(({ number, via }) => via === undefined && isInPhrases[number] === 1);
  return { total: spoken.reduce((sum, { weight, idf }) => sum + weight * idf, 0), rarity };
}

type Ranked = Candidate & { phrase: number };

/** The second look: candidates by terms and by the nearest phrase, the best first. */
function rank(open: OpenIndex, terms: readonly WeighedTerm[], some: Candidate[], lookedAt: LookedAt): Ranked[] {
  const { weights, factors, wanted: target } = lookedAt;
  for (const { number, weight } of terms) open.scratch.wanted[number] = weight;
  const ranked = some.map(({ tool, base, score }) => {
    const phrase = closestPhrase(open, tool, target);
    const more = weights.phrase * phrase * target.total * factorOf(open.index, tool, factors);
    return { tool, base, phrase, score: score + more };
  });
  for (const { number } of terms) open.scratch.wanted[number] = 0;
  return ranked.sort((a, b) => b.score - a.score || a.tool - b.tool);
}

type LookedAt = { weights: Weights; factors: Factors; wanted: PhraseTarget };

/** How much of what was asked a tool has. Words that no tool has are asked for in vain. */
function fitIn(
  open: OpenIndex,
  request: SearchRequest,
  { weights, wanted: target }: LookedAt,
): (tool: Ranked | undefined) => Confidence {
  const rarity = (term: string): number =>
    Math.min(weights.rarity, open.rarity[open.terms.get(term) ?? -1] ?? weights.rarity);
  const totalWeight = request.terms.reduce((sum, { term, weight }) => sum + weight * rarity(term), 0);
  return (tool) => {
    if (!tool) return "low";
    const share =
      totalWeight > 0 ? Math.max(tool.base / totalWeight, (tool.phrase * target.total) / totalWeight) : ONLY_AN_APP;
    return share >= HIGH ? "high" : share >= MEDIUM ? "medium" : "low";
  };
}

/** Fewer than this, and what else a named app does may be what was meant. */
const FEW = 10;

/** Behind the few that fit, the other tools of the app that the request names. */
function withNamed(open: OpenIndex, ranked: Ranked[], factors: Factors): Ranked[] {
  if (factors.named.size === 0 || ranked.length >= FEW) return ranked;
  const knownTools = new Set(ranked.map(({ tool }) => tool));
  const more = toolsOfNamed(open, factors).filter(({ tool }) => !knownTools.has(tool));
  const behind = more.sort((a, b) => b.score - a.score || a.tool - b.tool).slice(0, FEW - ranked.length);
  return [...ranked, ...behind.map(({ tool }) => ({ tool, base: 0, phrase: 0, score: 0 }))];
}

/** A request that is the slug of a tool means this tool, whatever its words are. */
function withSlug(open: OpenIndex, text: string, ranked: Ranked[], factors: Factors): Ranked[] {
  const tool = text.length > MAX_SLUG_LENGTH ? undefined : open.places.get(text.trim().toUpperCase());
  if (tool === undefined || factorOf(open.index, tool, factors) === 0) return ranked;
  const others = ranked.filter((candidate) => candidate.tool !== tool);
  const base = ranked.find((candidate) => candidate.tool === tool)?.base ?? 0;
  return [{ tool, base, phrase: 1, score: (ranked[0]?.score ?? 0) + 1 }, ...others];
}

const withLastTerm = (request: SearchRequest, last: FindOptions["lastTerm"]): SearchRequest =>
  last === undefined
    ? request
    : {
        ...request,
        terms: request.terms.map((term) => (term.word === last.word ? { ...term, term: last.term } : term)),
      };

/** The tools that fit a request best, the best first. */
export function findTools(open: OpenIndex, text: string, options: FindOptions): SearchResult {
  const { index } = open;
  const weights = options.weights ?? WEIGHTS;
  const isKnown = (word: string) => isEmptyWord(word) || open.terms.has(termOf(word));
  const request = withLastTerm(readRequest(text, [open.names], isKnown), options.lastTerm);
  const terms = weighTerms(open, request, weights);
  const factors = toFactors(open, request, options, weights);
  const lookedAt = { weights, factors, wanted: toWanted(open, terms, weights.rarity) };
  const some =
    terms.length > 0
      ? candidates(open, terms, lookedAt, Math.max(CLOSE_LOOK, options.limit))
      : toolsOfNamed(open, factors);
  const ranked = withSlug(open, text, withNamed(open, rank(open, terms, some, lookedAt), factors), factors);
  const fitOf = fitIn(open, request, lookedAt);
  return {
    request,
    confidence: fitOf(ranked[0]),
    hits: ranked.slice(0, options.limit).map((hit) => ({
      slug: index.slugs[hit.tool] ?? "",
      toolkit: index.toolkits[index.toolkitOf[hit.tool] ?? 0]?.slug ?? "",
      score: hit.score,
      phrase: hit.phrase,
      ...(options.explain && {
        why: explain(open, hit.tool, terms, boostWords(index, hit.tool, factors)),
        fit: fitOf(hit),
      }),
    })),
  };
}
