/** Answers the Find page: the tools for each step of a request, and the apps that they need. */
import type { z } from "zod";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { countActiveByToolkit } from "@/lib/connected-accounts/accounts/list-users";
import { findLanguageModel } from "@/lib/llm/project-model";
import type { findApi } from "./contract";
import { findSteps, type Circumstances, type Finding, type Relation } from "./find-steps";
import { listRecipes } from "./own-recipes/recipes";
import { toApp, toFoundTool } from "./wire";

type FindRequest = z.output<typeof findApi.find.body>;
type Answer = z.input<typeof findApi.find.response>;
type Step = Answer["steps"][number];

function toStep(finding: Finding, index: number, { toolkits }: Circumstances): Step {
  const { text, found: result, nothingFits, tools } = finding;
  const hits = new Map(result.hits.map((hit) => [hit.slug, hit]));
  const best = result.hits[0]?.score ?? 0;
  // A tool of the plan is there for its part in it, whatever its words are.
  const planned = new Set(finding.plan?.steps.map(({ tool }) => tool));
  const show = (slug: string, relation: Relation | null) => {
    const tool = tools.get(slug);
    const hit = hits.get(slug) ?? { slug, toolkit: tool?.toolkitSlug ?? "", score: 0, phrase: 0 };
    const isWeak = (hit.fit ?? "low") === "low";
    const fit = isWeak && planned.has(slug) ? ("medium" as const) : hit.fit;
    return tool ? [toFoundTool(tool, { ...hit, fit }, best, relation, toolkits)] : [];
  };
  return {
    index,
    text,
    confidence: result.confidence,
    nothing_fits: nothingFits,
    primary: finding.primary.flatMap((slug) => show(slug, null)),
    related: [...finding.related].flatMap(([slug, relation]) => show(slug, relation)),
    plan: finding.plan,
  };
}

/** The tools for each step of a request, the order of their calls, and whether the required apps are connected. */
export async function find(projectId: string, body: FindRequest): Promise<Answer> {
  const [every, active, recipes, languageModel] = await Promise.all([
    everyToolkit(projectId),
    countActiveByToolkit(projectId, body.user_id),
    listRecipes(projectId),
    findLanguageModel(projectId),
  ]);
  const circumstances: Circumstances = {
    toolkits: new Map(every.map((toolkit) => [toolkit.slug, toolkit])),
    accounts: new Map(active.map(({ slug, active: count }) => [slug, count])),
    isOfAnyUser: body.user_id === undefined,
    only: body.toolkits && new Set(body.toolkits),
    recipes,
    languageModel,
  };
  const findings = await findSteps(projectId, body.request, circumstances);
  const steps = findings.map((finding, index) => toStep(finding, index + 1, circumstances));
  const tools = steps.flatMap(({ primary, related }) => [...primary, ...related]);
  const apps = [...new Set(tools.map(({ toolkit }) => toolkit.slug))].flatMap(
    (slug) => circumstances.toolkits.get(slug) ?? [],
  );
  return { steps, apps: apps.map((toolkit) => toApp(toolkit, circumstances.accounts.get(toolkit.slug) ?? 0)) };
}
