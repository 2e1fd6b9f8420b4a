/** Which tools of other toolkits a session may use. */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { isToolForUser } from "@/lib/catalog/read/is-for-user";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { SessionConfig } from "../settings/contract";
import type { Session } from "../session";

type JudgedTool = Pick<CatalogTool, "slug" | "aliases" | "toolkitSlug" | "tags" | "onlyUser">;
type Tags = NonNullable<SessionConfig["tags"]>;
/** Lists of a configuration as sets: a rule is asked for each of a thousand tools. */
type Sets = { readonly toolkits: ReadonlySet<string> | null; readonly tools: ReadonlyMap<string, ReadonlySet<string>> };

const listOf = (rule: object | undefined): string[] | null => {
  if (!rule) return null;
  if ("enabled" in rule) return rule.enabled as string[];
  return "disabled" in rule ? (rule.disabled as string[]) : null;
};

const setsByConfig = new WeakMap<SessionConfig, Sets>();

function setsOf(config: SessionConfig): Sets {
  const cached = setsByConfig.get(config);
  if (cached) return cached;
  const toolkits = listOf(config.toolkits);
  const sets: Sets = {
    toolkits: toolkits && new Set(toolkits),
    tools: new Map(Object.entries(config.tools ?? {}).map(([toolkit, rule]) => [toolkit, new Set(listOf(rule) ?? [])])),
  };
  setsByConfig.set(config, sets);
  return sets;
}

/**
 * A tool's names, the current name first. Rules contain the name of their time: a renamed tool is still the same tool,
 * and a rule that forbids it must stay in force.
 */
export const namesOf = ({ slug, aliases }: Pick<JudgedTool, "slug" | "aliases">): readonly string[] => [
  slug,
  ...aliases,
];

/** Whether the session may use a toolkit at all. */
export function allowsToolkit({ config }: Pick<Session, "config">, slug: string): boolean {
  const { toolkits } = setsOf(config);
  if (!config.toolkits || !toolkits) return true;
  return "enabled" in config.toolkits ? toolkits.has(slug) : !toolkits.has(slug);
}

/** The toolkits that a session is restricted to; undefined for all, and for all but some. */
export function toolkitsOf({ config }: Pick<Session, "config">): ReadonlySet<string> | undefined {
  return config.toolkits && "enabled" in config.toolkits ? (setsOf(config).toolkits ?? undefined) : undefined;
}

const byTags = ({ tags }: JudgedTool, rule: Tags, path: string): string | null => {
  const forbidden = rule.disabled?.find((tag) => tags.includes(tag));
  if (forbidden) return `${path}.disable holds ${forbidden}`;
  if (!rule.enabled || rule.enabled.some((tag) => tags.includes(tag))) return null;
  return `${path}.enable holds none of its tags`;
};

const toolkitRefusalOf = (session: Pick<Session, "config">, slug: string): string | null => {
  if (allowsToolkit(session, slug)) return null;
  return toolkitsOf(session) ? `toolkits.enable does not hold ${slug}` : `toolkits.disable holds ${slug}`;
};

/**
 * The rule that excludes a tool from the session; null for an allowed tool. Meta tools have switches of their own.
 */
export function refusalOf(
  session: Pick<Session, "config"> & Partial<Pick<Session, "userId">>,
  tool: JudgedTool,
): string | null {
  const { config, userId } = session;
  if (!isToolForUser(tool, userId)) return `${tool.toolkitSlug} is for another user`;
  const outside = toolkitRefusalOf(session, tool.toolkitSlug);
  if (outside !== null) return outside;
  const rule = ownValue(config.tools, tool.toolkitSlug);
  const slugs = rule && setsOf(config).tools.get(tool.toolkitSlug);
  const named = slugs !== undefined && namesOf(tool).some((name) => slugs.has(name));
  if (rule && "enabled" in rule) return named ? null : `tools.${tool.toolkitSlug}.enable does not hold ${tool.slug}`;
  if (rule && "disabled" in rule && named) return `tools.${tool.toolkitSlug}.disable holds ${tool.slug}`;
  if (rule && "tags" in rule) return byTags(tool, rule.tags, `tools.${tool.toolkitSlug}.tags`);
  return config.tags ? byTags(tool, config.tags, "tags") : null;
}

const isRestricting = (tags: Tags | undefined): boolean =>
  tags?.enabled !== undefined || (tags?.disabled ?? []).length > 0;

/**
 * The rule that excludes proxied requests to a toolkit from the session. They could do what any tool does, so a toolkit
 * with restricted tools gets none.
 */
export function proxyRefusalOf(session: Pick<Session, "config">, toolkitSlug: string): string | null {
  const { config } = session;
  const refusal = toolkitRefusalOf(session, toolkitSlug);
  if (refusal !== null) return refusal;
  if (config.tools && Object.hasOwn(config.tools, toolkitSlug))
    return `tools.${toolkitSlug} lets only some tools be used`;
  return isRestricting(config.tags) ? "tags let only some tools be used" : null;
}
