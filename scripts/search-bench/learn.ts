/** Learns the weights of the ranking on the tuning half: changes one number at a time, up or down, while that helps. */
import { buildIndex } from "@/lib/search/build-index";
import type { ToolDocument, ToolkitDocument } from "@/lib/search/tool-document";
import { learnKinds } from "@/lib/search/learn-kinds";
import { openIndex, type OpenIndex } from "@/lib/search/open-index";
import { WEIGHTS, type Weights } from "@/lib/search/weights";
import { aim, judge } from "./measure";
import type { BenchRequest } from "./requests";

type Numbers = Exclude<keyof Weights, "fields">;
type Step = { name: string; set: (weights: Weights, factor: number) => Weights; rebuilds: boolean };

const FACTORS = [0.6, 1.6, 0.8, 1.25];
const PASSES = 2;
/** A smaller gain is random. */
const LEAST_GAIN = 0.001;
/** These weights are part of the index. */
const BUILT_IN = new Set<Numbers>(["saturation", "lengthNorm", "intentsNorm"]);

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const STEPS: Step[] = [
  ...(Object.keys(WEIGHTS.fields) as (keyof Weights["fields"])[]).map((field) => ({
    name: `fields.${field}`,
    rebuilds: true,
    set: (weights: Weights, factor: number) => ({
      ...weights,
      fields: { ...weights.fields, [field]: rounded(weights.fields[field] * factor) },
    }),
  })),
  ...(Object.keys(WEIGHTS).filter((name) => name !== "fields") as Numbers[]).map((name) => ({
    name,
    rebuilds: BUILT_IN.has(name),
    set: (weights: Weights, factor: number) => ({ ...weights, [name]: rounded(weights[name] * factor) }),
  })),
];

/** Returns the final weights, and reports each change that it tries or keeps. */
export function learn(
  documents: { tools: ToolDocument[]; toolkits: ToolkitDocument[] },
  requests: readonly BenchRequest[],
  say: (text: string) => void,
): Weights {
  const kinds = learnKinds(documents.tools);
  const build = (weights: Weights): OpenIndex =>
    openIndex(buildIndex(documents.tools, documents.toolkits, { weights, kinds }));
  let weights = WEIGHTS;
  let open = build(weights);
  let best = aim(judge(open, requests, weights));
  say(`begins with ${best.toFixed(4)}`);
  for (let pass = 1; pass <= PASSES; pass += 1)
    for (const step of STEPS)
      for (const factor of FACTORS) {
        const candidate = step.set(weights, factor);
        const built = step.rebuilds ? build(candidate) : open;
        const reached = aim(judge(built, requests, candidate));
        if (reached < best + LEAST_GAIN) continue;
        [weights, open, best] = [candidate, built, reached];
        say(`${step.name} x ${factor}: ${best.toFixed(4)}`);
      }
  return weights;
}
