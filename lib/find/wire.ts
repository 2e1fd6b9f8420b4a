/** The results of a search in the form of the API. */
import type { z } from "zod";
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { Hit, Why } from "@/lib/search/find-tools";
import type { findApi } from "./contract";

type Response = z.input<typeof findApi.find.response>;
type FoundTool = Response["steps"][number]["primary"][number];

export type Toolkits = ReadonlyMap<string, CatalogToolkit>;

function toWhy({ matched, boosts }: Why): FoundTool["why"] {
  const all = matched.reduce((sum, { score }) => sum + score, 0);
  return {
    matched: matched.map(({ term, via, fields, score }) => ({
      word: term,
      ...(via !== undefined && { via }),
      fields,
      share: all > 0 ? score / all : 0,
    })),
    boosts,
  };
}

/** @param best the score of the first tool of its step */
export function toFoundTool(
  tool: CatalogTool,
  hit: Hit,
  best: number,
  relation: FoundTool["relation"],
  toolkits: Toolkits,
): FoundTool {
  const toolkit = toolkits.get(tool.toolkitSlug);
  return {
    slug: tool.slug,
    name: tool.name,
    description: tool.description,
    toolkit: {
      slug: tool.toolkitSlug,
      name: toolkit?.name ?? tool.toolkitSlug,
      logo: toolkit ? logoUrl(toolkit) : "",
    },
    tags: tool.tags,
    deprecated: tool.deprecated,
    score: best > 0 ? Math.min(1, hit.score / best) : 0,
    fit: hit.fit ?? "low",
    relation,
    why: hit.why ? toWhy(hit.why) : { matched: [], boosts: [] },
  };
}

/** @param active accounts that work */
export const toApp = (toolkit: CatalogToolkit, active: number): Response["apps"][number] => ({
  slug: toolkit.slug,
  name: toolkit.name,
  logo: logoUrl(toolkit),
  connection: active > 0 ? "connected" : toolkit.noAuth ? "not_needed" : "not_connected",
  active_accounts: active,
});
