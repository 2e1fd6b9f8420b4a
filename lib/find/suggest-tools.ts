/** Suggests tools while somebody types, in the order of the Find page. */
import type { z } from "zod";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { searchTyped } from "@/lib/catalog/read/search-typed";
import { countActiveByToolkit } from "@/lib/connected-accounts/accounts/list-users";
import type { findApi } from "./contract";
import { inSearchTurn } from "./in-search-turn";

type Answer = z.input<typeof findApi.suggestTools.response>;

/** More hits than suggestions: tools of the same name stand for each other. */
const LOOKED_AT = 20;
const MAX_SUGGESTIONS = 6;
/** Hits that score less than this share of the best are left out. */
const LEAST_SHARE = 0.4;

/** The tools that fit a text best, each name of a toolkit once: a renamed tool can be there under both slugs. */
export async function suggestTools(projectId: string, text: string): Promise<Answer> {
  if (text === "") return { items: [] };
  const [every, active] = await Promise.all([everyToolkit(projectId), countActiveByToolkit(projectId)]);
  const connected = new Set(active.map(({ slug }) => slug));
  const hits = await inSearchTurn(projectId, () =>
    searchTyped(projectId, text, { limit: LOOKED_AT, connected, withoutDeprecated: true }),
  );
  const least = (hits[0]?.score ?? 0) * LEAST_SHARE;
  const slugs = hits.filter(({ score }) => score >= least).map(({ slug }) => slug);
  const toolkitNames = new Map(every.map(({ slug, name }) => [slug, name]));
  const byName = new Map<string, Answer["items"][number]>();
  for (const { slug, name, toolkitSlug } of await findKnownTools(projectId, slugs)) {
    const key = JSON.stringify([toolkitSlug, name.toLowerCase()]);
    const toolkit = { slug: toolkitSlug, name: toolkitNames.get(toolkitSlug) ?? toolkitSlug };
    if (!byName.has(key)) byName.set(key, { slug, name, toolkit });
  }
  return { items: [...byName.values()].slice(0, MAX_SUGGESTIONS) };
}
