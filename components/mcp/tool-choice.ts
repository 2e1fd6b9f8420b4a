/** The choice of tools that a server offers from its toolkits. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { mcpToolsApi } from "@/generated/addresses/mcp/tools";

export type OfferedTool = ResultOf<typeof mcpToolsApi.offerMcpTools>["items"][number];

/** The tools that the user picked, by toolkit; an unchanged toolkit is absent. */
export type Picks = ReadonlyMap<string, ReadonlySet<string>>;

/** How many tools of a toolkit are chosen at first: a longer list costs more, and is chosen from worse. */
export const FIRST_CHOICE = 20;

/** The slugs of all chosen tools: the picked tools, and the most important tools of each other toolkit. */
export function choiceOf(tools: readonly OfferedTool[], picks: Picks): Set<string> {
  const selection = new Set<string>();
  const counts = new Map<string, number>();
  for (const { slug, toolkit } of tools) {
    const pickedSlugs = picks.get(toolkit);
    const count = counts.get(toolkit) ?? 0;
    if (pickedSlugs ? !pickedSlugs.has(slug) : count >= FIRST_CHOICE) continue;
    selection.add(slug);
    counts.set(toolkit, count + 1);
  }
  return selection;
}

/** The picks after some tools were chosen (true) or left out (false). */
export function withPicked(picks: Picks, tools: readonly OfferedTool[], changes: ReadonlyMap<string, boolean>): Picks {
  const before = choiceOf(tools, picks);
  const next = new Map<string, ReadonlySet<string>>(picks);
  for (const touched of new Set(tools.flatMap(({ slug, toolkit }) => (changes.has(slug) ? [toolkit] : []))))
    next.set(
      touched,
      new Set(
        tools.flatMap(({ slug, toolkit }) =>
          toolkit === touched && (changes.get(slug) ?? before.has(slug)) ? [slug] : [],
        ),
      ),
    );
  return next;
}

/** A list with or without a tool; the other tools keep their order. */
export const withTool = (slugs: readonly string[], slug: string, on: boolean): string[] =>
  on ? [...new Set([...slugs, slug])] : slugs.filter((other) => other !== slug);

/** About how many tokens the list of the chosen tools takes. */
export const tokensOf = (tools: readonly OfferedTool[], selection: ReadonlySet<string>): number =>
  tools.reduce((sum, { slug, about_tokens: tokens }) => (selection.has(slug) ? sum + tokens : sum), 0);

/**
 * The choice as a server stores it: an empty list if all tools are chosen, so that tools that come later are included.
 */
export const toAllowed = (tools: readonly OfferedTool[], selection: ReadonlySet<string>): string[] =>
  tools.every(({ slug }) => selection.has(slug))
    ? []
    : tools.flatMap(({ slug }) => (selection.has(slug) ? [slug] : []));

/** The choice without tools of toolkits that are gone; a tool that the offer does not know stays. */
export const withoutToolkits = (
  slugs: readonly string[],
  offer: readonly OfferedTool[],
  toolkits: readonly string[],
): string[] => {
  const removedSlugs = new Set(offer.flatMap(({ slug, toolkit }) => (toolkits.includes(toolkit) ? [] : [slug])));
  return slugs.filter((slug) => !removedSlugs.has(slug));
};
