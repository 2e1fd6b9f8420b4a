/**
 * Builds the index of a list of tools. 32,000 tools take a few seconds, so this runs when a catalog is loaded and not
 * in the server.
 */
import { FIELDS, FLAGS, type Field, type Recipe, type ToolDocument, type ToolkitDocument } from "./tool-document";
import { KINDS, kindOf, type KindModel } from "./kinds";
import { findProducers } from "./find-producers";
import { recipeDocuments } from "./recipe-documents";
import { WEIGHTS, type Weights } from "./weights";
import { isEmptyWord, plainWords, termOf, unjoined } from "./plain-words";
import type { SearchIndex } from "./search-index";

/** Longer texts add nothing about the purpose of a tool. */
const MAX_FIELD_LENGTH = 4_000;
const MAX_FIELD_WORDS = 120;
const MAX_PARAMETERS = 60;

type Counts = { fields: Record<Field, Map<string, number>>; lengths: Record<Field, number> };

/** Cuts texts into terms; a word comes thousands of times and is stemmed once. */
class Terms {
  private readonly known = new Map<string, string>();

  of(text: string): string[] {
    const words = plainWords(text.slice(0, MAX_FIELD_LENGTH)).slice(0, MAX_FIELD_WORDS);
    return words.filter((word) => !isEmptyWord(word)).map((word) => this.one(word));
  }

  private one(word: string): string {
    let term = this.known.get(word);
    if (term === undefined) this.known.set(word, (term = termOf(word)));
    return term;
  }
}

function fieldTerms(read: Terms, tool: ToolDocument, toolkit: ToolkitDocument | undefined): Record<Field, string[]> {
  const parameters = tool.parameters.slice(0, MAX_PARAMETERS);
  const prefix = `${tool.toolkit}_`;
  const bare = tool.slug.toLowerCase().startsWith(prefix) ? tool.slug.slice(prefix.length) : tool.slug;
  return {
    toolkit: read.of(`${toolkit?.name ?? ""} ${tool.toolkit}`.replaceAll("_", " ")),
    name: [...new Set(read.of(`${bare.replaceAll("_", " ")} ${tool.name}`))],
    intents: read.of(tool.intents.join(" . ")),
    description: read.of(tool.description),
    parameters: read.of(parameters.map(({ name }) => unjoined(name)).join(" ")),
    parameterTexts: read.of(parameters.map(({ description }) => description.slice(0, 200)).join(" ")),
  };
}

const tally = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const byField = <T>(make: (field: Field) => T): Record<Field, T> =>
  Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as Record<Field, T>;

function countTerms(read: Terms, tool: ToolDocument, toolkit: ToolkitDocument | undefined): Counts {
  const terms = fieldTerms(read, tool, toolkit);
  return { fields: byField((field) => tally(terms[field])), lengths: byField((field) => terms[field].length) };
}

function flagsOf({ important, deprecated, tags }: ToolDocument): number {
  const hint = (name: string, flag: number): number => (tags.includes(name) ? flag : 0);
  return (
    (important ? FLAGS.important : 0) |
    (deprecated ? FLAGS.deprecated : 0) |
    hint("readOnlyHint", FLAGS.reads) |
    hint("destructiveHint", FLAGS.removes) |
    hint("createHint", FLAGS.creates) |
    hint("updateHint", FLAGS.updates)
  );
}

type Posting = { tool: number; impact: number; fields: number };

/**
 * The terms of one tool: the fields of each, and how much it counts (BM25F: weighted counts of all fields, before they
 * saturate).
 */
function impactsOf(
  counts: Counts,
  averages: Record<Field, number>,
  weights: Weights,
): Map<string, Omit<Posting, "tool">> {
  const sums = new Map<string, { sum: number; fields: number }>();
  FIELDS.forEach((field, bit) => {
    // Whoever wrote down more ways to ask for a tool must not make each of them count less.
    const norm = field === "intents" ? weights.intentsNorm : weights.lengthNorm;
    const divisor = 1 - norm + (norm * counts.lengths[field]) / (averages[field] || 1);
    for (const [term, count] of counts.fields[field]) {
      const there = sums.get(term) ?? { sum: 0, fields: 0 };
      // Intents repeat one meaning in many ways, so a word in three of them does not count three times.
      const times = field === "intents" ? Math.min(count, 2) : count;
      sums.set(term, { sum: there.sum + (weights.fields[field] * times) / divisor, fields: there.fields | (1 << bit) });
    }
  });
  return new Map(
    [...sums].map(([term, { sum, fields }]) => [
      term,
      { impact: Math.max(1, Math.round((255 * sum) / (weights.saturation + sum))), fields },
    ]),
  );
}

const startsOf = (lengths: readonly number[]): Uint32Array => {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => (starts[index + 1] = (starts[index] ?? 0) + length));
  return starts;
};

function toPostings(byTerm: ReadonlyMap<string, Posting[]>) {
  const lists = [...byTerm.values()];
  const all = lists.flat();
  return {
    terms: [...byTerm.keys()],
    postingStarts: startsOf(lists.map((list) => list.length)),
    postingTools: Uint32Array.from(all, ({ tool }) => tool),
    postingImpacts: Uint8Array.from(all, ({ impact }) => impact),
    postingFields: Uint8Array.from(all, ({ fields }) => fields),
  };
}

/** Names and intents as lists of terms. All of their terms are in the index. */
function toPhrases(read: Terms, tools: readonly ToolDocument[], numbers: ReadonlyMap<string, number>) {
  const ofTools = tools.map((tool) =>
    [tool.name, ...tool.intents].map((text) => [...new Set(read.of(text))].flatMap((term) => numbers.get(term) ?? [])),
  );
  const phrases = ofTools.flat();
  return {
    phraseStarts: startsOf(ofTools.map((list) => list.length)),
    phraseTermStarts: startsOf(phrases.map((list) => list.length)),
    phraseTerms: Uint32Array.from(phrases.flat()),
  };
}

type BuildOptions = { weights?: Weights; recipes?: readonly Recipe[]; kinds?: KindModel | undefined };

/** The index of these tools. Their order is the order of tools that fit equally well. */
export function buildIndex(
  tools: readonly ToolDocument[],
  toolkits: readonly ToolkitDocument[],
  { weights = WEIGHTS, recipes = [], kinds }: BuildOptions = {},
): SearchIndex {
  const read = new Terms();
  const places = new Map(toolkits.map(({ slug }, index) => [slug, index]));
  const toolkitOf = Uint16Array.from(tools, ({ toolkit }) => places.get(toolkit) ?? 0);
  const counts = tools.map((tool, index) => countTerms(read, tool, toolkits[toolkitOf[index] ?? 0]));
  const averages = byField(
    (field) => counts.reduce((sum, { lengths }) => sum + lengths[field], 0) / Math.max(1, tools.length),
  );
  const byTerm = new Map<string, Posting[]>();
  counts.forEach((toolCounts, tool) => {
    for (const [term, posting] of impactsOf(toolCounts, averages, weights)) {
      const list = byTerm.get(term);
      if (list) list.push({ tool, ...posting });
      else byTerm.set(term, [{ tool, ...posting }]);
    }
  });
  const postings = toPostings(byTerm);
  const producers = findProducers(tools);
  return {
    toolkits,
    slugs: tools.map(({ slug }) => slug),
    toolkitOf,
    flags: Uint8Array.from(tools, flagsOf),
    ...postings,
    ...toPhrases(read, tools, new Map(postings.terms.map((term, index) => [term, index]))),
    producerStarts: startsOf(producers.map((list) => list.length)),
    producers: Uint32Array.from(producers.flat(), ({ tool }) => tool),
    producerNeeds: Uint8Array.from(producers.flat(), ({ need }) => need),
    kinds: Uint8Array.from(tools, (tool) => KINDS.indexOf(kindOf(tool))),
    kindMarks: kinds?.marks ?? [],
    kindWeights: kinds?.weights ?? new Float32Array(),
    ...(recipes.length > 0 && {
      recipes: { list: recipes, index: buildIndex(recipeDocuments(recipes, tools), toolkits, { weights }) },
    }),
  };
}
