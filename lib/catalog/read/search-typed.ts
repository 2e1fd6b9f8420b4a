/** Searches while somebody types: the last word is perhaps the beginning of a longer one. */
import { completeWord, readTypedWord, type Completion } from "@/lib/search/complete-word";
import type { FindOptions, Hit } from "@/lib/search/find-tools";
import { openIndexes, searchTools } from "./search-tools";

/** Hits of the words before, which show what the last word can become. */
const LOOKED_AT = 100;

/** The best completions of all indexes, each once. */
function bestOf(completions: readonly Completion[]): Completion[] {
  const byTerm = new Map<string, Completion>();
  for (const completion of completions)
    if (completion.share > (byTerm.get(completion.term)?.share ?? 0)) byTerm.set(completion.term, completion);
  return [...byTerm.values()].sort((a, b) => b.share - a.share);
}

/** The tools that fit a text best, with its last word completed as it fits the words before. */
export async function searchTyped(projectId: string, text: string, options: FindOptions): Promise<Hit[]> {
  const typed = readTypedWord(text);
  const asTyped = async () => (await searchTools(projectId, text, options)).hits;
  if (!typed) return asTyped();
  const { before } = typed;
  const hitsBefore =
    before.trim() === "" ? [] : (await searchTools(projectId, before, { ...options, limit: LOOKED_AT })).hits;
  const indexes = await openIndexes(projectId);
  const completions = bestOf(indexes.flatMap((open) => completeWord(open, typed, hitsBefore)));
  if (completions.length === 0) return asTyped();
  const bySlug = new Map<string, Hit>();
  for (const { word, term, share } of completions) {
    const { hits } = await searchTools(projectId, before + word, { ...options, lastTerm: { word, term } });
    for (const hit of hits) {
      const score = hit.score * share;
      if (score > (bySlug.get(hit.slug)?.score ?? -1)) bySlug.set(hit.slug, { ...hit, score });
    }
  }
  return [...bySlug.values()].sort((a, b) => b.score - a.score).slice(0, options.limit);
}
