/** Returns why a request finds nothing that fits well. */
import type { SearchResult } from "@/lib/search/find-tools";

const MOST_WORDS = 3;
/** Words of less weight name a time or a reason, not a thing. */
const LEAST_WEIGHT = 0.5;

const list = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(", ");

/**
 * @param named names of the apps that the request names
 * @param isLimited whether only some toolkits were searched
 */
export function whyNothingFits(
  { hits, request }: Pick<SearchResult, "hits" | "request">,
  named: readonly string[],
  isLimited: boolean,
): string {
  const knownTerms = new Set(hits[0]?.why?.matched.map(({ term }) => term) ?? []);
  const missing = request.terms
    .filter(({ word, weight, isVerb }) => weight >= LEAST_WEIGHT && !isVerb && !knownTerms.has(word))
    .map(({ word }) => word)
    .slice(0, MOST_WORDS);
  const where =
    named.length > 0 ? `No tool of ${named.join(" or ")}` : isLimited ? "No tool of these toolkits" : "No tool here";
  if (missing.length > 0) return `${where} has to do with ${list(missing)}. Say it in other words, or name the app.`;
  if (request.terms.length === 0)
    return "The request does not say what is to be done. Begin with a verb, such as “send”.";
  return `${where} does what this says. The nearest ones are shown.`;
}
