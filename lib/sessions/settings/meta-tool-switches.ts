/** The switches of the meta tools that a session offers: lists of toolkits and tools never remove them. */
import type { SessionConfig } from "./contract";

/** The toolkit of the meta tools. */
export const META_TOOLKIT = "composio";

/** Each meta tool, the switch that offers it, and what the switch is called. */
const SWITCHES: Readonly<Record<string, { on: (config: SessionConfig) => boolean; name: string }>> = {
  COMPOSIO_SEARCH_TOOLS: { on: ({ search }) => search.enable, name: "search.enable" },
  COMPOSIO_GET_TOOL_SCHEMAS: { on: ({ search }) => search.enable, name: "search.enable" },
  COMPOSIO_MULTI_EXECUTE_TOOL: {
    on: ({ execute }) => execute.enable_multi_execute,
    name: "execute.enable_multi_execute",
  },
  COMPOSIO_MANAGE_CONNECTIONS: {
    on: ({ manage_connections: manage }) => manage.enabled,
    name: "manage_connections.enable",
  },
  COMPOSIO_WAIT_FOR_CONNECTIONS: {
    on: ({ manage_connections: manage }) => manage.enabled && manage.enable_wait_for_connections,
    name: "manage_connections.enable_wait_for_connections",
  },
  COMPOSIO_REMOTE_WORKBENCH: { on: ({ workbench }) => workbench.enable, name: "workbench.enable" },
  COMPOSIO_REMOTE_BASH_TOOL: { on: ({ workbench }) => workbench.enable, name: "workbench.enable" },
  COMPOSIO_PROXY_EXECUTE: { on: ({ proxy_execute: proxy }) => proxy.enable, name: "proxy_execute.enable" },
  COMPOSIO_SUBMIT_FEEDBACK: {
    on: ({ experimental: { submit_feedback: feedback } }) => feedback?.enable ?? false,
    name: "experimental.submit_feedback.enable",
  },
};

/** Offered to nobody unasked, but they run: recipes, by either name, are for callers who know of them. */
const UNLISTED = new Set([
  ...["COMPOSIO_UPSERT_RECIPE", "COMPOSIO_GET_RECIPE"],
  ...["COMPOSIO_MANAGE_SKILL", "COMPOSIO_SEARCH_SKILLS", "COMPOSIO_USE_SKILL"],
]);

export const isMetaTool = (slug: string): boolean => Object.hasOwn(SWITCHES, slug) || UNLISTED.has(slug);

/** The meta tools that a session offers, in the order in which an agent needs them. */
export const metaToolsOf = (config: SessionConfig): string[] =>
  Object.entries(SWITCHES).flatMap(([slug, { on }]) => (on(config) ? [slug] : []));

/** The switch that keeps a meta tool from a session; null where nothing does. */
export function closedSwitch(config: SessionConfig, slug: string): string | null {
  const entry = Object.hasOwn(SWITCHES, slug) ? SWITCHES[slug] : undefined;
  return entry && !entry.on(config) ? entry.name : null;
}
