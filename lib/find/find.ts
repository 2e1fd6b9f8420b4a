/** Finds the tools for a request in plain words: the story of one search, read it top to bottom. */
import type { z } from "zod";
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import { findKnownTools } from "@/lib/catalog/read/known-tools";
import { searchTools } from "@/lib/catalog/read/search";
import { everyToolkit } from "@/lib/catalog/read/toolkits";
import { countActiveByToolkit } from "@/lib/connected-accounts/accounts/users";
import type { Found } from "@/lib/search/find-tools";
import type { findApi } from "./contract";
import { reorderFound } from "./reorder-found";
import { toApp, toFoundTool, type Toolkits } from "./wire";

type Asked = z.output<typeof findApi.find.body>;
type Step = z.input<typeof findApi.find.response>["steps"][number];

const LOOKED_AT = 30;
const MOST_PRIMARY = 3;
const MOST_RELATED = 6;
/** Of the best tool's score; what has less is related, not primary. */
const PRIMARY_SHARE = 0.8;

type Circumstances = { toolkits: Toolkits; connected: ReadonlySet<string>; only: ReadonlySet<string> | undefined };

const NOTHING_FITS = "No tool fits this request well.";

/** The best hits, until the score falls off. */
function primaryOf({ hits }: Found): string[] {
  const least = (hits[0]?.score ?? 0) * PRIMARY_SHARE;
  return hits.filter(({ score }, at) => at < MOST_PRIMARY && score >= least).map(({ slug }) => slug);
}

async function findStep(projectId: string, text: string, index: number, given: Circumstances): Promise<Step> {
  const byIndex = await searchTools(projectId, text, {
    limit: LOOKED_AT,
    explain: true,
    connected: given.connected,
    ...(given.only && { toolkits: given.only }),
  });
  const { found, plan } = await reorderFound(projectId, text, byIndex, given.toolkits);
  const primary = new Set(primaryOf(found));
  const shown = found.hits.slice(0, primary.size + MOST_RELATED);
  const known = new Map<string, CatalogueTool>(
    (
      await findKnownTools(
        projectId,
        shown.map(({ slug }) => slug),
      )
    ).map((tool) => [tool.slug, tool]),
  );
  const best = found.hits[0]?.score ?? 0;
  const items = shown.flatMap((hit) => {
    const tool = known.get(hit.slug);
    return tool ? [toFoundTool(tool, hit, best, primary.has(hit.slug) ? null : "alternative", given.toolkits)] : [];
  });
  return {
    index,
    text,
    confidence: found.confidence,
    nothing_fits: found.confidence === "low" ? NOTHING_FITS : null,
    primary: items.filter(({ relation }) => relation === null),
    related: items.filter(({ relation }) => relation !== null),
    plan,
  };
}

/** The tools for each step of a request, and whether the apps that they need are connected. */
export async function find(projectId: string, asked: Asked): Promise<z.input<typeof findApi.find.response>> {
  const [every, active] = await Promise.all([everyToolkit(projectId), countActiveByToolkit(projectId, asked.user_id)]);
  const toolkits = new Map(every.map((toolkit) => [toolkit.slug, toolkit]));
  const accounts = new Map(active.map(({ slug, active: count }) => [slug, count]));
  const only = asked.toolkits && new Set(asked.toolkits);
  const steps = [await findStep(projectId, asked.request, 1, { toolkits, connected: new Set(accounts.keys()), only })];
  const shown = new Set(
    steps.flatMap(({ primary, related }) => [...primary, ...related]).map((one) => one.toolkit.slug),
  );
  return {
    steps,
    apps: [...shown].flatMap((slug) => {
      const toolkit = toolkits.get(slug);
      return toolkit ? [toApp(toolkit, accounts.get(slug) ?? 0)] : [];
    }),
  };
}
