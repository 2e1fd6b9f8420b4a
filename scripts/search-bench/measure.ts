/** Figures of a ranking over the benchmark's requests. */
import { findTools, type Confidence } from "@/lib/search/find-tools";
import type { OpenIndex } from "@/lib/search/open-index";
import type { Weights } from "@/lib/search/weights";
import type { BenchRequest } from "./requests";

/** The place of the first right tool, from 1; 0 = not in the first ten. */
export type Judgment = { request: BenchRequest; place: number; confidence: Confidence; first: string[] };

export type Figures = { count: number; first: number; five: number; ndcg: number };

const DEPTH = 10;
/** Apps that a session allows in addition to the right app. */
const SESSION = ["gmail", "slack", "notion", "github"];

export function judge(open: OpenIndex, requests: readonly BenchRequest[], weights?: Weights): Judgment[] {
  return requests.map((request) => {
    const toolkits = request.kind === "session" ? new Set([request.toolkit ?? "", ...SESSION]) : undefined;
    const { hits, confidence } = findTools(open, request.text, { limit: DEPTH, toolkits, ...(weights && { weights }) });
    const slugs = hits.map(({ slug }) => slug);
    return {
      request,
      confidence,
      first: slugs.slice(0, 3),
      place: slugs.findIndex((slug) => request.slugs.has(slug)) + 1,
    };
  });
}

/** NDCG in which one right tool is enough, and any right tool counts the same. */
export function figuresOf(judgments: readonly Judgment[]): Figures {
  const among = (depth: number): number => judgments.filter(({ place }) => place > 0 && place <= depth).length;
  const gain = judgments.reduce((sum, { place }) => sum + (place > 0 ? 1 / Math.log2(place + 1) : 0), 0);
  return {
    count: judgments.length,
    first: among(1),
    five: among(5),
    ndcg: judgments.length > 0 ? gain / judgments.length : 0,
  };
}

/** The 95 % interval of a share (Wilson's), in percent. */
export function interval(hits: number, count: number): [number, number] {
  if (count === 0) return [0, 100];
  const z = 1.96;
  const share = hits / count;
  const middle = share + (z * z) / (2 * count);
  const spread = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  const whole = 1 + (z * z) / count;
  return [(100 * (middle - spread)) / whole, (100 * (middle + spread)) / whole];
}

/**
 * The value that learning increases: a right first tool and a right tool in the first five count the same; requests
 * that name no app count less.
 */
export function aim(judgments: readonly Judgment[]): number {
  const share = (kinds: string[], depth: number): number => {
    const some = judgments.filter(({ request }) => kinds.includes(request.kind));
    return some.filter(({ place }) => place > 0 && place <= depth).length / Math.max(1, some.length);
  };
  return share(["named", "session"], 1) + share(["named", "session"], 5) + 0.5 * share(["any"], 5);
}
