/** A plan in the form that agents know: one line for each step, which begins with the step's kind. */
import type { FoundPlan } from "@/lib/find/contract";
import type { z } from "zod";

type Plan = z.input<typeof FoundPlan>;
type Step = Plan["steps"][number];

const HEADS: Readonly<Record<Step["tag"], string>> = {
  prerequisite: "[Prerequisite] [Step]",
  required: "[Required] [Step]",
  optional: "[Optional (if it helps)] [Next Step]",
  fallback: "[Fallback (if that does not work)] [Fallback]",
};

const MOST_STEPS = 20;
const MOST_PITFALLS = 12;

const toLine = ({ tag, tool, text }: Step): string => `${HEADS[tag]}: ${tool === null ? "" : `${tool}: `}${text}`;

/** The steps of several plans as one plan, connections first. */
export function toPlanSteps(plans: readonly Plan[]): string[] {
  const steps = plans.flatMap((plan) => plan.steps);
  const ordered = [...steps.filter(({ tool }) => tool === null), ...steps.filter(({ tool }) => tool !== null)];
  return [...new Set(ordered.map(toLine))].slice(0, MOST_STEPS);
}

export const toPitfalls = (plans: readonly Plan[]): string[] =>
  [...new Set(plans.flatMap(({ pitfalls }) => pitfalls.map(({ tool, text }) => `[${tool}] ${text}`)))].slice(
    0,
    MOST_PITFALLS,
  );

/** The size of a plan, by the calls that must be made. */
export function difficultyOf(plans: readonly Plan[]): "easy" | "medium" | "hard" {
  const calls = plans.flatMap(({ steps }) => steps).filter(({ tool }) => tool !== null);
  const needed = calls.filter(({ tag }) => tag === "required" || tag === "prerequisite");
  if (needed.length <= 1) return "easy";
  return needed.length <= 3 ? "medium" : "hard";
}
