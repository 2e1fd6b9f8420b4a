/** The result of a query in the form that the agent receives. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import type { Finding } from "@/lib/find/find-steps";
import { hashToken } from "@/lib/kernel/ids";
import type { SearchAnswer } from "../contract";
import type { FoundOwn, OwnTool } from "./own-tools";
import { difficultyOf, toPitfalls, toPlanSteps } from "./plan-steps";
import { toSnippets } from "./to-snippets";

type Result = z.input<typeof SearchAnswer>["results"][number];
type Plan = NonNullable<Finding["plan"]>;

const MOST_PRIMARY = 3;
const MOST_RELATED = 6;
const MOST_WORDS = 4;

export type QueryResult = {
  result: Result;
  /** The tools that it names, by slug. */
  tools: ReadonlyMap<string, CatalogTool>;
  own: readonly OwnTool[];
  /** The steps that the query needs; each needs its own primary tool. */
  steps: number;
};

/** The first items of all lists, then the second items, and so on. */
const inTurns = (lists: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }).flatMap((_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  );

/** The client's tools come first if they certainly fit, or if no other tool certainly fits. */
function primaryOf(findings: readonly Finding[], ownTools: readonly FoundOwn[]): string[] {
  const isSure = findings.every(({ found: result }) => result.confidence === "high");
  const first = ownTools.filter((match) => match.isSure || !isSure).map(({ tool }) => tool.slug);
  return [...new Set([...first, ...inTurns(findings.map(({ primary }) => primary))])].slice(0, MOST_PRIMARY);
}

/** Tools of the plan come first: its steps name them. */
function relatedOf(findings: readonly Finding[], ownTools: readonly FoundOwn[], primary: readonly string[]): string[] {
  const planned = findings.flatMap(({ plan, tools }) =>
    (plan?.steps ?? []).flatMap(({ tool }) => (tool !== null && tools.has(tool) ? [tool] : [])),
  );
  const others = inTurns(findings.flatMap((finding) => [finding.primary, [...finding.related.keys()]]));
  const all = [...ownTools.map(({ tool }) => tool.slug), ...planned, ...others].filter(
    (slug) => !primary.includes(slug),
  );
  return [...new Set(all)].slice(0, MOST_RELATED);
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(", ");

/** The reason for these tools: the words that the best tool contains, and how certain the match is. */
function reasonOf({ text, found: result, primary, nothingFits }: Finding, isOnly: boolean): string {
  const head = isOnly ? "" : `For “${text}”: `;
  if (nothingFits !== null || primary.length === 0) return `${head}${nothingFits ?? "Nothing fits."}`;
  const best = primary[0] ?? "";
  const hit = result.hits.find(({ slug }) => slug === best);
  const words = [...new Set((hit?.why?.matched ?? []).map(({ term }) => term))].slice(0, MOST_WORDS);
  const why = words.length > 0 ? `${best} has ${quoted(words)}` : `${best} belongs to how this is done`;
  const sure = result.confidence === "high" ? "" : " It fits in part: compare the descriptions before you run one.";
  return `${head}${why}.${sure}`;
}

/** A single step without a plan is its best tool. */
function plansOf(findings: readonly Finding[]): Plan[] {
  if (findings.every(({ plan }) => plan === null)) return [];
  return findings.flatMap(({ plan, primary, tools }) => {
    if (plan) return [plan];
    const tool = tools.get(primary[0] ?? "");
    if (!tool) return [];
    const step = { tag: "required" as const, tool: tool.slug, text: `${tool.name}.` };
    return [{ source: "tools" as const, title: tool.name, steps: [step], pitfalls: [] }];
  });
}

const GUIDANCE =
  "Read the plan and the pitfalls, fit them to this case, and take the steps in order. " +
  "Check each call against the whole input schema of its tool.";

function planFields(findings: readonly Finding[]): Partial<Result> {
  const plans = plansOf(findings);
  const difficulty = difficultyOf(plans);
  // Clients that follow the published response read these lists without checking that they exist.
  if (plans.length === 0)
    return { difficulty, task_difficulty: difficulty, recommended_plan_steps: [], known_pitfalls: [] };
  const steps = toPlanSteps(plans);
  return {
    difficulty,
    task_difficulty: difficulty,
    execution_guidance: GUIDANCE,
    recommended_plan_steps: steps,
    known_pitfalls: toPitfalls(plans),
    plan_id: `plan_${hashToken(steps.join("\n")).slice(0, 12)}`,
  };
}

/** Code that runs the best tool of each step. */
const snippetsOf = (findings: readonly Finding[]): NonNullable<Result["reference_workbench_snippets"]> =>
  toSnippets(findings.flatMap(({ tools, primary }) => tools.get(primary[0] ?? "") ?? []).slice(0, MOST_PRIMARY));

/** A query that was left out because there were too many. */
export const toUnsearched = (useCase: string, index: number): Result => ({
  index,
  use_case: useCase,
  primary_tool_slugs: [],
  related_tool_slugs: [],
  toolkits: [],
  error: "Not searched: one request may have 7 queries. Search again for this one.",
});

/**
 * @param findings what was found for each step of the query
 * @param ownTools the client's tools that fit it
 * @param index from 1
 * @param hasWorkbench whether the session may run code
 */
export function toQueryResult(
  useCase: string,
  findings: readonly Finding[],
  ownTools: readonly FoundOwn[],
  { index, isFast, hasWorkbench }: { index: number; isFast: boolean; hasWorkbench: boolean },
): QueryResult {
  const primary = primaryOf(findings, ownTools);
  const related = relatedOf(findings, ownTools, primary);
  const all = new Map(findings.flatMap(({ tools }) => [...tools]));
  const named = [...primary, ...related];
  const ownNamed = ownTools.map(({ tool }) => tool).filter(({ slug }) => named.includes(slug));
  const toolkitOf = (slug: string) =>
    all.get(slug)?.toolkitSlug ?? ownNamed.find((tool) => tool.slug === slug)?.toolkit ?? [];
  const fitting = findings.filter(({ nothingFits, primary: some }) => nothingFits === null && some.length > 0);
  const isFound = ownTools.length > 0 || fitting.length > 0;
  const reasons = findings.map((finding) => reasonOf(finding, findings.length === 1));
  return {
    result: {
      index,
      use_case: useCase,
      reasoning:
        ownTools.length > 0
          ? [`${ownTools[0]?.tool.slug} is the client's own tool for it.`, ...reasons].join(" ")
          : reasons.join(" "),
      ...(isFast ? { task_difficulty: difficultyOf([]) } : planFields(findings)),
      ...(!isFast && { reference_workbench_snippets: hasWorkbench ? snippetsOf(findings) : [] }),
      primary_tool_slugs: primary,
      related_tool_slugs: related,
      toolkits: [...new Set(named.flatMap(toolkitOf))],
      ...(!isFound && { error: findings.map(({ nothingFits }) => nothingFits ?? "Nothing fits.").join(" ") }),
    },
    tools: new Map(named.flatMap((slug) => (all.has(slug) ? [[slug, all.get(slug) as CatalogTool] as const] : []))),
    own: ownNamed,
    steps: findings.length,
  };
}
