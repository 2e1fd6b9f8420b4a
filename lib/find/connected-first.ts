/** Puts tools of connected apps first. Pure. */
import type { Hit } from "@/lib/search/find-tools";

/**
 * If the app of the best hit is not ready, hits of ready apps that fit nearly as well come before it. A request that
 * names an app has only hits of this app, so it keeps its order. Each hit gets the score of its new position.
 * @param share of the best hit's score that a hit needs to come first
 * @param isReady whether the tools of an app can run: it is connected, or needs no connection
 */
export function connectedFirst(hits: readonly Hit[], share: number, isReady: (toolkit: string) => boolean): Hit[] {
  const best = hits[0];
  if (!best || isReady(best.toolkit)) return [...hits];
  const comesFirst = ({ toolkit, score }: Hit) => score >= best.score * share && isReady(toolkit);
  const order = [...hits.filter(comesFirst), ...hits.filter((hit) => !comesFirst(hit))];
  return order.map((hit, index) => ({ ...hit, score: hits[index]?.score ?? hit.score }));
}
