/** The tools of apps that a session gives to an agent from the start. */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findKnownTools, findTaggedSlugs, findToolkitSlugs } from "@/lib/catalog/read/find-known-tools";
import { tokensOfText } from "@/lib/kernel/text/about-tokens";
import { policyOf } from "./read-policy";
import { preloadableToolkits } from "../settings/settings";
import { judgeCall } from "./judge-call";
import type { Session } from "../session";

/** More than this are no longer counted: they are too many anyway. */
const MOST_COUNTED = 500;
/** About a tenth of what many models can hold. */
const MANY_TOKENS = 20_000;

/** Slugs of the tools to preload, before the session's other rules are asked. */
export function preloadedSlugs(projectId: string, { config }: Session): Promise<string[]> {
  const { tools } = config.preload;
  if (tools !== "all") return Promise.resolve(tools);
  const toolkits = preloadableToolkits(config);
  return toolkits.length > 0
    ? findToolkitSlugs(projectId, toolkits)
    : findTaggedSlugs(projectId, config.tags?.enabled ?? []);
}

/** Those of the slugs that neither the session's rules nor the project's deny. */
export async function allowedTools(
  projectId: string,
  session: Session,
  slugs: readonly string[],
): Promise<CatalogTool[]> {
  const [tools, policy] = await Promise.all([findKnownTools(projectId, slugs), policyOf(projectId)]);
  return tools.filter((tool) => judgeCall(session, tool, policy).kind !== "denied");
}

const sizes = new WeakMap<CatalogTool, number>();

/** About how many tokens a tool's description and arguments are. */
export function toolTokens(tool: CatalogTool): number {
  const cached = sizes.get(tool);
  if (cached !== undefined) return cached;
  const tokens = tokensOfText(tool.description + JSON.stringify(tool.inputSchema));
  sizes.set(tool, tokens);
  return tokens;
}

/** Why the preloaded tools are too many, in a sentence; null if they are not. */
export async function preloadWarning(projectId: string, session: Session): Promise<string | null> {
  const slugs = await preloadedSlugs(projectId, session);
  if (slugs.length === 0) return null;
  const tools = await allowedTools(projectId, session, slugs.slice(0, MOST_COUNTED));
  const tokens = tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
  if (tokens <= MANY_TOKENS && slugs.length <= MOST_COUNTED) return null;
  const more = slugs.length > MOST_COUNTED ? "more than " : "about ";
  return (
    `The ${slugs.length} preloaded tools take ${more}${tokens} tokens of the model's context. ` +
    "Preload fewer, and let the agent search for the others."
  );
}
