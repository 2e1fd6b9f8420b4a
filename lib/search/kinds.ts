/**
 * The kind of tool that the words of a request ask for: "who is on ..." wants a list, "hand it to ..." a change. The
 * model is learned from the intents of all tools when the index is built (`learn-kinds`).
 */
import type { ToolDocument } from "./tool-document";
import type { SearchRequest } from "./read-request";
import { effectsOf } from "./related-terms";
import { plainWords, termOf } from "./plain-words";

/** What a tool gives or does: many things, one thing, a new thing, a change, or a thing less. */
export const KINDS = ["many", "one", "create", "update", "remove"] as const;
export type Kind = (typeof KINDS)[number];

/** How much each mark of a request speaks for each kind: for mark `i` the numbers from `i * KINDS.length`. */
export type KindModel = { marks: readonly string[]; weights: Float32Array };

/** Words that look like plurals but are not. */
const NO_PLURAL = new Set(["gets", "returns", "retrieves", "details", "status"]);
const MAX_WORDS = 20;
/** Requests are longer than the phrases that the model learned from, so each of their marks counts less. */
const CALM = 0.6;
/** How many words at the front can name the action. */
const FRONT = 4;

const isPlural = (word: string): boolean => word.length > 3 && /[^s]s$/.test(word) && termOf(word) !== word;

function readsMany(name: string): boolean {
  const words = plainWords(name);
  if (/^(list|search|find|query)/.test(words[0] ?? "") || words.includes("all") || words.includes("list")) return true;
  const hasPlural = words.some((word) => isPlural(word) && !NO_PLURAL.has(word));
  return hasPlural && !words.includes("by") && !words.includes("id");
}

/** The kind of a tool by its hints, and of those that read by its name. */
export function kindOf({ tags, name }: ToolDocument): Kind {
  if (tags.includes("destructiveHint")) return "remove";
  if (tags.includes("updateHint")) return "update";
  if (tags.includes("createHint")) return "create";
  return readsMany(name) ? "many" : "one";
}

/**
 * The marks of a request's kind: its words, its beginning, pairs at the front, plurals, and the effects of its verbs.
 */
export function marksOf({ words, effects }: Pick<SearchRequest, "words" | "effects">): Set<string> {
  const firstWords = words.slice(0, MAX_WORDS);
  const terms = firstWords.map(termOf);
  const marks = new Set<string>([effects.size > 0 ? `!${[...effects].join("")}` : "!none"]);
  terms.forEach((term, index) => {
    if (/^\d+$/.test(term)) return;
    marks.add(term);
    if (index === 0) marks.add(`^${term}`);
    else if (index < FRONT) marks.add(`${terms[index - 1]} ${term}`);
  });
  for (const term of terms.slice(0, FRONT - 1)) for (const effect of effectsOf(term)) marks.add(`!${effect}`);
  marks.add(firstWords.some(isPlural) ? "#plural" : "#single");
  marks.add(isPlural(firstWords.at(-1) ?? "") ? "#last plural" : "#last single");
  return marks;
}

/** Sums made into shares of one. */
export function sharesOf(sums: Float64Array): Float64Array {
  const most = Math.max(...sums);
  const grown = sums.map((sum) => Math.exp(sum - most));
  const whole = grown.reduce((all, value) => all + value, 0);
  return grown.map((value) => value / whole);
}

/** A model that is ready to be asked. */
export type OpenKinds = { places: ReadonlyMap<string, number>; weights: Float32Array };

export const openKinds = ({ marks, weights }: KindModel): OpenKinds => ({
  places: new Map(marks.map((mark, index) => [mark, index])),
  weights,
});

/** How likely a request wants each of KINDS. */
export function wantedKinds({ places, weights }: OpenKinds, request: SearchRequest): Float64Array {
  const sums = new Float64Array(KINDS.length);
  for (const mark of ["", ...marksOf(request)]) {
    const markIndex = places.get(mark);
    if (markIndex === undefined) continue;
    for (let kind = 0; kind < KINDS.length; kind += 1)
      sums[kind] = (sums[kind] ?? 0) + (weights[markIndex * KINDS.length + kind] ?? 0);
  }
  return sharesOf(sums.map((sum) => sum * CALM));
}
