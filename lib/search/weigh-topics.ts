/**
 * The topics of apps: in an app for tickets half of the tools mention tickets, and a request for a ticket means such an
 * app rather than an app that has the word somewhere.
 */
import type { Factors } from "./factors";
import type { Weights } from "./weights";

/** As if each app had so many tools more, which have none of the words: a single tool is no topic. */
const SMOOTHING = 5;
/** What an app counts whose tools hardly have the words. */
const LEAST = 0.25;

/**
 * Raises the toolkits whose topic is that of the request, and lowers the others. An app that the request names is not
 * affected.
 * @param sums the scores of all tools of each toolkit, added up
 */
export function weighTopics(
  { byToolkit, topics, named }: Factors,
  sums: Float32Array,
  sizes: Uint32Array,
  { topic }: Weights,
): void {
  if (named.size > 0 || topic === 0) return;
  let most = 0;
  for (let toolkit = 0; toolkit < sums.length; toolkit += 1) {
    const sum = sums[toolkit] ?? 0;
    if (sum === 0) continue;
    const mean = sum / ((sizes[toolkit] ?? 0) + SMOOTHING);
    topics[toolkit] = mean;
    if (mean > most) most = mean;
  }
  // Toolkits that have none of the words have no tool to be raised or lowered.
  for (let toolkit = 0; toolkit < sums.length; toolkit += 1) {
    const mean = topics[toolkit] ?? 0;
    if (mean === 0) continue;
    topics[toolkit] = mean / most;
    byToolkit[toolkit] = (byToolkit[toolkit] ?? 0) * (LEAST + ((1 - LEAST) * mean) / most) ** topic;
  }
}
