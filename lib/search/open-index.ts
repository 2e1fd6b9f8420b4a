/** An index that is ready to be asked. */
import type { SearchIndex } from "./build-index";
import { nearWords, type NearWords } from "./near-words";
import { toolkitNames, type ToolkitNames } from "./toolkit-names";
import { toolkitTexts, type ToolkitTexts } from "./toolkit-texts";

/** Of a word that no other tool has. */
const UNKNOWN_RARITY = 10;

/** How many tools have a term. */
export const countOf = ({ postingStarts }: SearchIndex, term: number): number =>
  (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0);

/** BM25's inverse document frequency. */
const rarityOf = (tools: number, count: number): number => Math.log(1 + (tools - count + 0.5) / (count + 0.5));

/** An index with what is made of it when it is read: numbers of terms, how rare they are, spellings and names of toolkits. */
export type OpenIndex = {
  index: SearchIndex;
  terms: ReadonlyMap<string, number>;
  rarity: Float32Array;
  /** Whether a term stands in any name or intent. */
  isInPhrases: Uint8Array;
  near: NearWords;
  names: ToolkitNames;
  /** By toolkit. */
  toolkitTexts: readonly ToolkitTexts[];
  scratch: { scores: Float32Array; touched: Uint32Array; wanted: Float32Array };
};

/** @param beside a large index that tells how rare words are, for an index too small to know */
export function openIndex(index: SearchIndex, beside?: OpenIndex): OpenIndex {
  const terms = new Map(index.terms.map((term, at) => [term, at]));
  const tools = index.slugs.length;
  const isInPhrases = new Uint8Array(index.terms.length);
  for (const term of index.phraseTerms) isInPhrases[term] = 1;
  return {
    index,
    terms,
    rarity: Float32Array.from(index.terms, (term, at) =>
      beside ? (beside.rarity[beside.terms.get(term) ?? -1] ?? UNKNOWN_RARITY) : rarityOf(tools, countOf(index, at)),
    ),
    isInPhrases,
    near: nearWords(index.terms),
    names: toolkitNames(index, terms),
    toolkitTexts: index.toolkits.map(toolkitTexts),
    scratch: {
      scores: new Float32Array(tools),
      touched: new Uint32Array(tools),
      wanted: new Float32Array(index.terms.length),
    },
  };
}
