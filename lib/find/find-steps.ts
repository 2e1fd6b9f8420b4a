/**
 * The results of a request in plain words: its tools, the tools related to them, and a plan. Tells one search from
 * beginning to end.
 */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { searchAround, searchTools, type Around } from "@/lib/catalog/read/search-tools";
import type { LanguageModel } from "@/lib/llm/complete";
import { CONFIDENCES, type Confidence, type SearchResult } from "@/lib/search/find-tools";
import type { Recipe } from "@/lib/search/tool-document";
import { requiredTools } from "@/lib/search/recipe-documents";
import { splitRequest } from "@/lib/search/split-request";
import { whyNothingFits } from "./why-nothing-fits";
import { connectedFirst } from "./connected-first";
import { nearRecipes } from "./own-recipes/near-recipes";
import { findRecipeById, type RecipeHead } from "./own-recipes/recipes";
import { neededTools, planWithin, recipePlan, toolsPlan, withConnections, type Plan, type PlanApp } from "./plan";
import { reorderFound, type Reordered } from "./reorder-found";
import { inSearchTurn } from "./in-search-turn";
import type { Toolkits } from "./wire";

const LOOKED_AT = 30;
const MOST_PRIMARY = 3;
const MOST_PREREQUISITES = 3;
const MOST_RELATED = 6;
/** Of the best tool's score; what has less is related, not primary. */
const PRIMARY_SHARE = 0.8;

export type Circumstances = {
  toolkits: Toolkits;
  /** Active accounts by toolkit. */
  accounts: ReadonlyMap<string, number>;
  /** The accounts are those of all users. */
  isOfAnyUser?: boolean;
  only: ReadonlySet<string> | undefined;
  /** Whether a tool is allowed; all are if left out. */
  mayUse?: (tool: CatalogTool) => boolean;
  /** How many hits are searched for allowed tools: if many are not allowed, the first allowed tool can be far down. */
  lookAt?: number;
  /** The project's own. */
  recipes: readonly RecipeHead[];
  /** The project's, or the operator's; null where none is set. */
  languageModel: LanguageModel | null;
  /** No language model is asked, and no plan is made. */
  isFast?: boolean;
  /** Arguments whose values the caller knows: nothing need be called to get them. */
  known?: ReadonlySet<string>;
};

export type Relation = "prerequisite" | "alternative";

/** The results for one step of a request. */
export type Finding = {
  text: string;
  found: SearchResult;
  /** Why nothing fits well; null if something does. */
  nothingFits: string | null;
  /** Slugs of the tools that do the job. */
  primary: readonly string[];
  /** Slugs of the tools around them. */
  related: ReadonlyMap<string, Relation>;
  plan: Plan | null;
  /** All tools that are named here, by slug. */
  tools: ReadonlyMap<string, CatalogTool>;
};

/** The hits, and whether a tool that is not allowed fits better. */
type Searched = { found: SearchResult; isForbidden: boolean };
type Looked = Reordered & Searched & { text: string; around: Around; tools: ReadonlyMap<string, CatalogTool> };

/** The best hits, until the score falls off. */
function primaryOf({ hits }: SearchResult): string[] {
  const least = (hits[0]?.score ?? 0) * PRIMARY_SHARE;
  return hits.filter(({ score }, index) => index < MOST_PRIMARY && score >= least).map(({ slug }) => slug);
}

const bySlug = (tools: readonly CatalogTool[]) => new Map(tools.map((tool) => [tool.slug, tool]));

/** Another tool than the best is left: it is as sure as its score is near to the best one's. */
function sureness(confidence: Confidence, best: number, left: number): Confidence {
  const drop = left >= best * PRIMARY_SHARE ? 0 : left >= best / 2 ? 1 : 2;
  return CONFIDENCES[Math.max(0, CONFIDENCES.indexOf(confidence) - drop)] ?? "low";
}

/** The hits that may be used. */
async function usable(projectId: string, result: SearchResult, mayUse: Circumstances["mayUse"]): Promise<Searched> {
  if (!mayUse) return { found: result, isForbidden: false };
  const tools = bySlug(
    await findKnownTools(
      projectId,
      result.hits.map(({ slug }) => slug),
    ),
  );
  const hits = result.hits.filter(({ slug }) => {
    const tool = tools.get(slug);
    return tool !== undefined && mayUse(tool);
  });
  const sure = sureness(result.confidence, result.hits[0]?.score ?? 0, hits[0]?.score ?? 0);
  const confidence = hits.length > 0 ? sure : "low";
  return {
    found: { ...result, hits: hits.slice(0, LOOKED_AT), confidence },
    isForbidden: result.confidence !== "low" && confidence === "low",
  };
}

/** What the index finds for a text; tools that can run come before others that fit little better. */
async function search(projectId: string, text: string, circumstances: Circumstances): Promise<Searched> {
  const { accounts, only, mayUse, toolkits, lookAt: limit = LOOKED_AT } = circumstances;
  const options = { limit, explain: true, connected: new Set(accounts.keys()), toolkits: only };
  const result = await inSearchTurn(projectId, () => searchTools(projectId, text, options));
  const searched = await usable(projectId, result, mayUse);
  const isReady = (slug: string) => (accounts.get(slug) ?? 0) > 0 || (toolkits.get(slug)?.noAuth ?? false);
  const hits = connectedFirst(searched.found.hits, PRIMARY_SHARE, isReady);
  return { ...searched, found: { ...searched.found, hits } };
}

/** The results for one step, and all tools that its answer can show. */
async function look(projectId: string, text: string, circumstances: Circumstances): Promise<Looked> {
  const first = await search(projectId, text, circumstances);
  const { found: result, plan } = circumstances.isFast
    ? { found: first.found, plan: null }
    : await reorderFound(projectId, text, first.found, circumstances);
  const around = await aroundOf(projectId, text, result, circumstances);
  return lookAround(projectId, { ...first, text, found: result, plan, around }, circumstances);
}

const HITS = 10;

/** The project's own recipe for a text, if its tools are there and may be used. */
async function ownRecipe(
  projectId: string,
  text: string,
  { hits }: SearchResult,
  { recipes, only, mayUse }: Circumstances,
): Promise<{ recipe: Recipe; isSame: boolean } | undefined> {
  const hitSlugs = hits.slice(0, HITS).map(({ slug }) => slug);
  const [nearest] = nearRecipes(recipes, text, hitSlugs);
  if (!nearest) return undefined;
  const { head, isSame } = nearest;
  const tools = await findKnownTools(projectId, head.requiredTools);
  const usableTools = tools.filter((tool) => (only?.has(tool.toolkitSlug) ?? true) && (mayUse?.(tool) ?? true));
  if (usableTools.length < head.requiredTools.length) return undefined;
  const recipe = await findRecipeById(projectId, head.id);
  return recipe && { recipe, isSame };
}

/**
 * The tools and recipes around the hits. A project's own recipe that matches the request comes before a general recipe.
 */
async function aroundOf(
  projectId: string,
  text: string,
  result: SearchResult,
  circumstances: Circumstances,
): Promise<Around> {
  const around = await inSearchTurn(projectId, () => searchAround(projectId, text, result, circumstances.only));
  const projectMatch = circumstances.isFast ? undefined : await ownRecipe(projectId, text, result, circumstances);
  return projectMatch && (projectMatch.isSame || !around.recipe) ? { ...around, recipe: projectMatch.recipe } : around;
}

/** The recipe with the slug that each tool has today: recipes can name a tool by a former name. */
function withSlugs(recipe: Recipe, tools: readonly CatalogTool[]): Recipe {
  const slugs = new Map(tools.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])));
  for (const { slug } of tools) slugs.set(slug, slug);
  const slugOf = (name: string) => slugs.get(name) ?? name;
  const steps = recipe.steps.map((step) => ({ ...step, tool: slugOf(step.tool) }));
  return { ...recipe, steps, pitfalls: recipe.pitfalls.map((pitfall) => ({ ...pitfall, tool: slugOf(pitfall.tool) })) };
}

async function lookAround(
  projectId: string,
  looked: Omit<Looked, "tools">,
  { mayUse }: Circumstances,
): Promise<Looked> {
  const { found: result, around } = looked;
  const needed = primaryOf(result).flatMap((slug) =>
    around.prerequisitesOf(slug).map((prerequisite) => prerequisite.slug),
  );
  const planned = around.recipe?.steps.map(({ tool }) => tool) ?? [];
  const slugs = [...new Set([...result.hits.map(({ slug }) => slug), ...needed, ...planned])];
  const tools = await findKnownTools(projectId, slugs);
  const recipe = around.recipe && withSlugs(around.recipe, tools);
  return { ...looked, around: { ...around, recipe }, tools: bySlug(mayUse ? tools.filter(mayUse) : tools) };
}

/** The tools that return the ids for the primary tools, then the next best hits. */
function relatedOf({ found: result, around, tools }: Looked, primary: readonly string[]): Map<string, Relation> {
  const needed = primary.flatMap((slug) => around.prerequisitesOf(slug).map((prerequisite) => prerequisite.slug));
  const before = [...new Set(needed)]
    .filter((slug) => tools.has(slug) && !primary.includes(slug))
    .slice(0, MOST_PREREQUISITES);
  const rest = result.hits.map(({ slug }) => slug).filter((slug) => !primary.includes(slug) && !before.includes(slug));
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

/**
 * The plan of a recipe, as far as the project offers its tools and they are allowed. If a required tool is missing, the
 * language model's plan.
 */
function writtenPlan({ around: { recipe }, plan, tools }: Looked, { only }: Circumstances): Plan | null {
  if (!recipe || !requiredTools(recipe).every((slug) => tools.has(slug))) return plan;
  const isAllowed = (slug: string) => tools.has(slug) && (only?.has(tools.get(slug)?.toolkitSlug ?? "") ?? true);
  return planWithin(recipePlan(recipe), isAllowed);
}

/** The plan of a recipe, or else of the language model, or else from the needs of the tools. */
function planOf(looked: Looked, circumstances: Circumstances): Plan | null {
  if (circumstances.isFast) return null;
  const { found: result, around, tools } = looked;
  const appsOf = (slugs: readonly (string | null)[]): PlanApp[] =>
    [...new Set(slugs.flatMap((slug) => tools.get(slug ?? "")?.toolkitSlug ?? []))].map((slug) =>
      toPlanApp(slug, circumstances),
    );
  const readyPlan = writtenPlan(looked, circumstances);
  if (readyPlan) return withConnections(readyPlan, appsOf(neededTools(readyPlan)), circumstances.isOfAnyUser);
  const tool = tools.get(result.hits[0]?.slug ?? "");
  if (!tool || result.confidence === "low") return null;
  const checks = result.hits.filter(({ slug, toolkit }) => toolkit === tool.toolkitSlug && around.isReading(slug));
  const check = around.isReading(tool.slug) ? undefined : tools.get(checks[0]?.slug ?? "");
  const draft = toolsPlan({ tool, around, check, known: circumstances.known, isUsable: (slug) => tools.has(slug) });
  const plan = withConnections(draft, appsOf([tool.slug]), circumstances.isOfAnyUser);
  return plan.steps.length > 1 ? plan : null;
}

const FORBIDDEN = "There are tools that fit, but they are outside the rules of this session.";

/** Why nothing fits well; null if something does. */
function nothingFits({ found: result, around, isForbidden }: Looked, circumstances: Circumstances): string | null {
  if (result.confidence !== "low") return null;
  if (isForbidden) return FORBIDDEN;
  const named = around.named.map((slug) => circumstances.toolkits.get(slug)?.name ?? slug);
  return whyNothingFits(result, named, circumstances.only !== undefined);
}

/** @param primary slugs of the tools that do the job */
function toFinding(looked: Looked, primary: readonly string[], circumstances: Circumstances): Finding {
  const { text, found: result, tools } = looked;
  return {
    text,
    found: result,
    nothingFits: nothingFits(looked, circumstances),
    primary: primary.filter((slug) => tools.has(slug)),
    related: relatedOf(looked, primary),
    plan: planOf(looked, circumstances),
    tools,
  };
}

/**
 * A request of several steps that has a recipe: the tools of the recipe as one step. Null without such a recipe. The
 * language model is not asked: the recipe contains its answer, and without a recipe its answer would not be used.
 */
async function wholeRequest(projectId: string, request: string, circumstances: Circumstances): Promise<Finding | null> {
  const searched = await search(projectId, request, circumstances);
  const around = await aroundOf(projectId, request, searched.found, circumstances);
  if (!around.recipe) return null;
  const looked = await lookAround(projectId, { ...searched, text: request, plan: null, around }, circumstances);
  const required = requiredTools(around.recipe);
  if (!required.every((slug) => looked.tools.has(slug))) return null;
  return toFinding(looked, required.slice(0, MOST_PRIMARY), circumstances);
}

/** The results for each step of a request, or for the whole request if it has a recipe. */
export async function findSteps(projectId: string, request: string, circumstances: Circumstances): Promise<Finding[]> {
  const parts = splitRequest(request);
  const whole = parts.length > 1 ? await wholeRequest(projectId, request, circumstances) : null;
  if (whole) return [whole];
  const looked = await Promise.all(parts.map((text) => look(projectId, text, circumstances)));
  return looked.map((step) => toFinding(step, primaryOf(step.found), circumstances));
}
