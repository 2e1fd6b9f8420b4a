/**
 * The hits of a search in the order of the configured language model, or in their own order without a model or its
 * answer.
 */
import type { z } from "zod";
import { catalog } from "@/lib/catalog/read/catalog";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import type { LanguageModel } from "@/lib/llm/complete";
import type { SearchResult } from "@/lib/search/find-tools";
import type { FoundPlan } from "./contract";
import { rerank } from "./rerank";
import type { Reranked } from "./rerank-answer";
import type { Toolkits } from "./wire";

const MOST_CANDIDATES = 30;
const BOOST = "moved up by the language model";

export type Reordered = { found: SearchResult; plan: z.input<typeof FoundPlan> | null };

/**
 * The hits in another order, with the scores of their new positions: everything that depends on scores, such as the
 * number of hits that are shown, remains as it is. The confidence of the model replaces that of the search.
 */
export function inOrder(
  result: SearchResult,
  { order, confident }: Pick<Reranked, "order" | "confident">,
): SearchResult {
  const places = new Map(order.map((slug, index) => [slug, index]));
  const placeOf = (slug: string) => places.get(slug) ?? order.length;
  const hits = result.hits
    .map((hit, was) => ({ hit, was }))
    .sort((a, b) => placeOf(a.hit.slug) - placeOf(b.hit.slug) || a.was - b.was)
    .map(({ hit, was }, index) => ({
      ...hit,
      score: result.hits[index]?.score ?? hit.score,
      ...(hit.why && index < was && { why: { ...hit.why, boosts: [...hit.why.boosts, BOOST] } }),
      // The model has read more of it than its words.
      ...(confident && index < was && hit.fit === "low" && { fit: "medium" as const }),
    }));
  const unsure = result.confidence === "high" ? "medium" : result.confidence;
  return { ...result, hits, confidence: confident ? "high" : unsure };
}

const requiredOf = (schema: Record<string, unknown>): string[] =>
  Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];

/** @param text the request, or the step of it, for which the hits were found */
export async function reorderFound(
  projectId: string,
  text: string,
  result: SearchResult,
  { languageModel, toolkits }: { languageModel: LanguageModel | null; toolkits: Toolkits },
  signal?: AbortSignal,
): Promise<Reordered> {
  if (!languageModel || result.hits.length === 0) return { found: result, plan: null };
  const slugs = result.hits.slice(0, MOST_CANDIDATES).map(({ slug }) => slug);
  const [{ hash }, tools] = await Promise.all([catalog(), findKnownTools(projectId, slugs)]);
  const candidates = tools.map(({ slug, name, description, toolkitSlug, inputSchema }) => ({
    slug,
    name,
    description,
    toolkit: toolkits.get(toolkitSlug)?.name ?? toolkitSlug,
    requiredArguments: requiredOf(inputSchema),
  }));
  const answer = await rerank(projectId, { text, candidates }, { languageModel, catalogHash: hash, signal });
  return answer ? { found: inOrder(result, answer), plan: answer.plan } : { found: result, plan: null };
}
