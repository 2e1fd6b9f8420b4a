/** The order of tool calls: that of a recipe, or else from the needs of the tools. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import type { Around } from "@/lib/catalog/read/search-tools";
import type { Recipe } from "@/lib/search/tool-document";
import type { FoundPlan } from "./contract";

export type Plan = z.input<typeof FoundPlan>;
type Step = Plan["steps"][number];

/** An app that a plan needs, and whether somebody has connected it. */
export type PlanApp = { slug: string; name: string; isConnected: boolean };

/** Arguments by which lists give their next page. */
const NEXT_PAGE = /^(page_?token|next_?page_?token|cursor|starting_after|after|page|offset|skip)$/i;
const MOST_NAMED = 5;

/** The tools without which a plan cannot be followed. */
export const neededTools = ({ steps }: Plan): string[] =>
  steps.flatMap(({ tag, tool }) => (tool !== null && (tag === "required" || tag === "prerequisite") ? [tool] : []));

/**
 * A plan that begins with connecting the apps that nobody has connected.
 * @param isOfAnyUser the request is for no user in particular
 */
export function withConnections(plan: Plan, apps: readonly PlanApp[], isOfAnyUser = false): Plan {
  const whose = isOfAnyUser ? "no user" : "the user";
  const has = isOfAnyUser ? "has an account" : "has no account";
  const missing = apps
    .filter(({ isConnected }) => !isConnected)
    .map(
      ({ name }): Step => ({
        tag: "prerequisite",
        tool: null,
        text: `Connect ${name}: ${whose} ${has} there that works.`,
      }),
    );
  return { ...plan, steps: [...missing, ...plan.steps] };
}

/** A plan without the tools that may not be used: recipes name other apps, too, for what is good to have. */
export const planWithin = (plan: Plan, isAllowed: (tool: string) => boolean): Plan => ({
  ...plan,
  steps: plan.steps.filter(({ tool }) => tool === null || isAllowed(tool)),
  pitfalls: plan.pitfalls.filter(({ tool }) => isAllowed(tool)),
});

export const recipePlan = ({ useCase, steps, pitfalls }: Recipe): Plan => ({
  source: "recipe",
  title: useCase,
  steps: steps.map(({ tag, tool, text }) => ({ tag, tool, text })),
  pitfalls: pitfalls.map(({ tool, text }) => ({ tool, text })),
});

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** The known pitfalls of a tool, from its hints and arguments only. */
function factsOf({ slug, tags, inputSchema }: CatalogTool): Plan["pitfalls"] {
  const facts: string[] = [];
  if (tags.includes("destructiveHint"))
    facts.push("Deletes, or overwrites what is there: make sure that it is the right one, and ask before.");
  const page = Object.keys(inputSchema.properties).find((name) => NEXT_PAGE.test(name));
  if (page !== undefined && tags.includes("readOnlyHint"))
    facts.push(`Gives a page at a time: go on with \`${page}\` until nothing more comes.`);
  return facts.map((text) => ({ tool: slug, text }));
}

/** @param tool the tool that does the job */
export type ToolsPlan = {
  tool: CatalogTool;
  around: Around;
  /** A tool that reads what the job changed. */
  check: CatalogTool | undefined;
  /** Arguments whose values the caller knows. */
  known?: ReadonlySet<string> | undefined;
  /** Whether a tool may be used. */
  isUsable?: (tool: string) => boolean;
};

/** The plan that follows from what a tool needs. */
export function toolsPlan({ tool, around, check, known: knownArguments, isUsable }: ToolsPlan): Plan {
  const required = tool.inputSchema.required ?? [];
  const before = around.prerequisitesOf(tool.slug).flatMap(({ slug, need }): Step[] => {
    // The arguments of a schema can have another order than in the index.
    const argument = required[need];
    return argument === undefined || knownArguments?.has(argument) || isUsable?.(slug) === false
      ? []
      : [{ tag: "prerequisite", tool: slug, text: `Gives the value of \`${argument}\`, if you do not know it.` }];
  });
  const needs = required.length > 0 ? ` Needs ${quoted(required.slice(0, MOST_NAMED))}.` : "";
  const steps: Step[] = [
    ...before,
    { tag: "required", tool: tool.slug, text: `${tool.name}.${needs}` },
    ...(check ? [{ tag: "optional" as const, tool: check.slug, text: "Shows whether it was done." }] : []),
  ];
  return { source: "tools", title: tool.name, steps, pitfalls: factsOf(tool) };
}
