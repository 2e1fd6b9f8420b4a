/** What a session's rules leave of toolkits and tools. */
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import type { SessionConfig } from "@/lib/tool-router/config/contract";
import type { Session } from "@/lib/tool-router/sessions/session";

type Ruled = Pick<Session, "config">;
type Tags = NonNullable<SessionConfig["tags"]>;

/** The toolkits that a session is restricted to; undefined for all, and for all but some. */
export const toolkitsOf = ({ config: { toolkits } }: Ruled): ReadonlySet<string> | undefined =>
  toolkits && "enabled" in toolkits ? new Set(toolkits.enabled) : undefined;

/** Whether the session may use a toolkit at all. */
export function allowsToolkit({ config: { toolkits } }: Ruled, slug: string): boolean {
  if (!toolkits) return true;
  return "enabled" in toolkits ? toolkits.enabled.includes(slug) : !toolkits.disabled.includes(slug);
}

const fitsTags = (tags: readonly string[], { enabled, disabled }: Tags): boolean =>
  !disabled?.some((tag) => tags.includes(tag)) && (!enabled || enabled.some((tag) => tags.includes(tag)));

/** Whether the session may use a tool. The rule of its toolkit stands before the session's tags. */
export function allowsTool(session: Ruled, tool: Pick<CatalogueTool, "slug" | "toolkitSlug" | "tags">): boolean {
  const { tools = {}, tags } = session.config;
  if (!allowsToolkit(session, tool.toolkitSlug)) return false;
  const rule = Object.hasOwn(tools, tool.toolkitSlug) ? tools[tool.toolkitSlug] : undefined;
  if (rule && "enabled" in rule) return rule.enabled.includes(tool.slug);
  if (rule && "disabled" in rule && rule.disabled.includes(tool.slug)) return false;
  if (rule && "tags" in rule) return fitsTags(tool.tags, rule.tags);
  return !tags || fitsTags(tool.tags, tags);
}
