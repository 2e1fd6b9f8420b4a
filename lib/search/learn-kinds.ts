/**
 * Learns from the intents of all tools which words ask for which kind of tool. Takes a second, when the index is built.
 */
import type { ToolDocument } from "./tool-document";
import { KINDS, kindOf, marksOf, sharesOf, type KindModel } from "./kinds";
import { readRequest } from "./read-request";

/** Rarer marks are not reliable. */
const LEAST_COUNT = 4;
const ROUNDS = 8;
const STEP = 0.3;
/** Keeps weights small that few phrases speak for. */
const HOLD = 0.01;

type Example = { marks: ReadonlySet<string>; kind: number };
type NumberedExample = { marks: readonly number[]; kind: number };

/** Every phrase once for each kind: copies of a tool, and copies of toolkits, repeat them. */
function toExamples(tools: readonly ToolDocument[]): Example[] {
  const examples = new Map<string, Example>();
  for (const tool of tools) {
    // A single intent is made of the tool's path and does not show how people phrase it.
    if (tool.intents.length < 2) continue;
    const kind = KINDS.indexOf(kindOf(tool));
    for (const phrase of tool.intents) {
      const key = `${kind} ${phrase}`;
      if (!examples.has(key)) examples.set(key, { marks: marksOf(readRequest(phrase, [])), kind });
    }
  }
  return [...examples.values()];
}

/** The marks that come often enough; the first stands for every request. */
function frequentMarks(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>();
  for (const { marks } of examples) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return ["", ...[...counts].flatMap(([mark, count]) => (count >= LEAST_COUNT ? [mark] : []))];
}

/** One step of logistic regression, smaller for weights that have moved much (AdaGrad). */
function learnFrom({ marks, kind }: NumberedExample, weights: Float32Array, moved: Float64Array): void {
  const sums = new Float64Array(KINDS.length);
  for (const mark of marks)
    for (let other = 0; other < KINDS.length; other += 1)
      sums[other] = (sums[other] ?? 0) + (weights[mark * KINDS.length + other] ?? 0);
  const shares = sharesOf(sums);
  for (const mark of marks)
    for (let other = 0; other < KINDS.length; other += 1) {
      const weightIndex = mark * KINDS.length + other;
      const weight = weights[weightIndex] ?? 0;
      const slope = (shares[other] ?? 0) - (other === kind ? 1 : 0) + HOLD * weight;
      moved[weightIndex] = (moved[weightIndex] ?? 0) + slope * slope;
      weights[weightIndex] = weight - (STEP * slope) / Math.sqrt(moved[weightIndex] ?? 1);
    }
}

/** The model for these tools; the same tools give the same model. */
export function learnKinds(tools: readonly ToolDocument[]): KindModel {
  const examples = toExamples(tools);
  const marks = frequentMarks(examples);
  const numbers = new Map(marks.map((mark, index) => [mark, index]));
  const numberedExamples = examples.map((example) => ({
    kind: example.kind,
    marks: [0, ...[...example.marks].flatMap((mark) => numbers.get(mark) ?? [])],
  }));
  const weights = new Float32Array(marks.length * KINDS.length);
  const moved = new Float64Array(weights.length).fill(1e-6);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const example of numberedExamples) learnFrom(example, weights, moved);
  return { marks, weights };
}
