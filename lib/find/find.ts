/** Finds the tools for a request in plain words: the story of one search, read it top to bottom. */
import type { z } from "zod";
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import { findKnownTools } from "@/lib/catalog/read/known-tools";
import { searchAround, searchTools, type Around } from "@/lib/catalog/read/search";
import { everyToolkit } from "@/lib/catalog/read/toolkits";
import { countActiveByToolkit } from "@/lib/connected-accounts/accounts/users";
import type { Found } from "@/lib/search/find-tools";
import { requiredTools } from "@/lib/search/recipe-documents";
import { splitRequest } from "@/lib/search/split-request";
import type { findApi } from "./contract";
import { whyNothingFits } from "./nothing-fits";
import { neededTools, planWithin, recipePlan, toolsPlan, withConnections, type Plan, type PlanApp } from "./plan";
import { reorderFound, type Reordered } from "./reorder-found";
import { inSearchTurn } from "./search-turn";
import { toApp, toFoundTool, type Toolkits } from "./wire";

type Asked = z.output<typeof findApi.find.body>;
type Answer = z.input<typeof findApi.find.response>;
type Step = Answer["steps"][number];

const LOOKED_AT = 30;
const MOST_PRIMARY = 3;
const MOST_PREREQUISITES = 3;
const MOST_RELATED = 6;
/** Of the best tool's score; what has less is related, not primary. */
const PRIMARY_SHARE = 0.8;

type Circumstances = {
  toolkits: Toolkits;
  /** Active accounts by toolkit. */
  accounts: ReadonlyMap<string, number>;
  only: ReadonlySet<string> | undefined;
};
type Looked = Reordered & { text: string; around: Around; tools: ReadonlyMap<string, CatalogueTool> };

/** The best hits, until the score falls off. */
function primaryOf({ hits }: Found): string[] {
  const least = (hits[0]?.score ?? 0) * PRIMARY_SHARE;
  return hits.filter(({ score }, at) => at < MOST_PRIMARY && score >= least).map(({ slug }) => slug);
}

/** What the index finds for a text. */
async function search(projectId: string, text: string, { accounts, only }: Circumstances): Promise<Found> {
  const options = { limit: LOOKED_AT, explain: true, connected: new Set(accounts.keys()), toolkits: only };
  return inSearchTurn(projectId, () => searchTools(projectId, text, options));
}

/** What is found for one step, and all tools that its answer may show. */
async function look(projectId: string, text: string, given: Circumstances): Promise<Looked> {
  const { found, plan } = await reorderFound(projectId, text, await search(projectId, text, given), given.toolkits);
  const around = await inSearchTurn(projectId, () => searchAround(projectId, text, found, given.only));
  return lookAround(projectId, { text, found, plan, around });
}

async function lookAround(projectId: string, looked: Omit<Looked, "tools">): Promise<Looked> {
  const { found, around } = looked;
  const needed = primaryOf(found).flatMap((slug) => around.prerequisitesOf(slug).map((one) => one.slug));
  const planned = around.recipe?.steps.map(({ tool }) => tool) ?? [];
  const slugs = [...new Set([...found.hits.map(({ slug }) => slug), ...needed, ...planned])];
  const tools = await findKnownTools(projectId, slugs);
  return { ...looked, tools: new Map(tools.map((tool) => [tool.slug, tool])) };
}

/** What gives the primary tools their ids, then the next best hits. */
function relatedOf({ found, around }: Looked, primary: readonly string[]): Map<string, "prerequisite" | "alternative"> {
  const needed = primary.flatMap((slug) => around.prerequisitesOf(slug).map((one) => one.slug));
  const before = [...new Set(needed)].filter((slug) => !primary.includes(slug)).slice(0, MOST_PREREQUISITES);
  const rest = found.hits.map(({ slug }) => slug).filter((slug) => !primary.includes(slug) && !before.includes(slug));
  return new Map([
    ...before.map((slug) => [slug, "prerequisite"] as const),
    ...rest.slice(0, MOST_RELATED - before.length).map((slug) => [slug, "alternative"] as const),
  ]);
}

const toPlanApp = (slug: string, { toolkits, accounts }: Circumstances): PlanApp => {
  const toolkit = toolkits.get(slug);
  return {
    slug,
    name: toolkit?.name ?? slug,
    isConnected: (accounts.get(slug) ?? 0) > 0 || (toolkit?.noAuth ?? false),
  };
};

/** As people have written it down, else as the language model says, else as the tools' own needs say. */
function planOf({ found, plan, around, tools }: Looked, given: Circumstances): Plan | null {
  const appsOf = (slugs: readonly (string | null)[]): PlanApp[] =>
    [...new Set(slugs.flatMap((slug) => tools.get(slug ?? "")?.toolkitSlug ?? []))].map((slug) =>
      toPlanApp(slug, given),
    );
  const { recipe } = around;
  const isAllowed = (slug: string) => given.only?.has(tools.get(slug)?.toolkitSlug ?? "") ?? true;
  const written = recipe ? planWithin(recipePlan(recipe), isAllowed) : plan;
  if (written) return withConnections(written, appsOf(neededTools(written)));
  const tool = tools.get(found.hits[0]?.slug ?? "");
  if (!tool || found.confidence === "low") return null;
  const checks = found.hits.filter(({ slug, toolkit }) => toolkit === tool.toolkitSlug && around.isReading(slug));
  const check = around.isReading(tool.slug) ? undefined : tools.get(checks[0]?.slug ?? "");
  const made = withConnections(toolsPlan({ tool, around, check }), appsOf([tool.slug]));
  return made.steps.length > 1 ? made : null;
}

/** @param primary slugs of the tools that do the job */
function toStep(looked: Looked, primary: readonly string[], index: number, given: Circumstances): Step {
  const { text, found, around, tools } = looked;
  const hits = new Map(found.hits.map((hit) => [hit.slug, hit]));
  const best = found.hits[0]?.score ?? 0;
  const show = (slug: string, relation: "prerequisite" | "alternative" | null) => {
    const tool = tools.get(slug);
    const hit = hits.get(slug) ?? { slug, toolkit: tool?.toolkitSlug ?? "", score: 0, phrase: 0 };
    return tool ? [toFoundTool(tool, hit, best, relation, given.toolkits)] : [];
  };
  const named = around.named.map((slug) => given.toolkits.get(slug)?.name ?? slug);
  return {
    index,
    text,
    confidence: found.confidence,
    nothing_fits: found.confidence === "low" ? whyNothingFits(found, named, given.only !== undefined) : null,
    primary: primary.flatMap((slug) => show(slug, null)),
    related: [...relatedOf(looked, primary)].flatMap(([slug, relation]) => show(slug, relation)),
    plan: planOf(looked, given),
  };
}

/**
 * A request of several steps that a recipe is written for: the recipe's tools as one step. Null without such a recipe. No
 * language model is asked: people have written down what it would say, and without a recipe its answer would not be used.
 */
async function wholeRequest(projectId: string, request: string, given: Circumstances): Promise<Step[] | null> {
  const found = await search(projectId, request, given);
  const around = await inSearchTurn(projectId, () => searchAround(projectId, request, found, given.only));
  if (!around.recipe) return null;
  const looked = await lookAround(projectId, { text: request, found, plan: null, around });
  return [toStep(looked, requiredTools(around.recipe).slice(0, MOST_PRIMARY), 1, given)];
}

async function eachPart(projectId: string, parts: readonly string[], given: Circumstances): Promise<Step[]> {
  const looked = await Promise.all(parts.map((text) => look(projectId, text, given)));
  return looked.map((one, at) => toStep(one, primaryOf(one.found), at + 1, given));
}

/** The tools for each step of a request, in which order to call them, and whether the apps that they need are connected. */
export async function find(projectId: string, asked: Asked): Promise<Answer> {
  const [every, active] = await Promise.all([everyToolkit(projectId), countActiveByToolkit(projectId, asked.user_id)]);
  const given: Circumstances = {
    toolkits: new Map(every.map((toolkit) => [toolkit.slug, toolkit])),
    accounts: new Map(active.map(({ slug, active: count }) => [slug, count])),
    only: asked.toolkits && new Set(asked.toolkits),
  };
  const parts = splitRequest(asked.request);
  const whole = parts.length > 1 ? await wholeRequest(projectId, asked.request, given) : null;
  const steps = whole ?? (await eachPart(projectId, parts, given));
  const shown = steps.flatMap(({ primary, related }) => [...primary, ...related]);
  const apps = [...new Set(shown.map(({ toolkit }) => toolkit.slug))].flatMap((slug) => given.toolkits.get(slug) ?? []);
  return { steps, apps: apps.map((toolkit) => toApp(toolkit, given.accounts.get(toolkit.slug) ?? 0)) };
}
