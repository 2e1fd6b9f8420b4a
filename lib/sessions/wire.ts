/** Sessions and saved rules in the form of the API. */
import type { z } from "zod";
import type { SavedSessionConfig, ToolRouterConfigVersion } from "@/generated/prisma/client";
import type { Page } from "@/lib/kernel/database/cursor";
import { env } from "@/lib/kernel/process/env";
import { assistivePrompt } from "./assistive-prompt";
import type { SessionConfig } from "./settings/contract";
import { unusedWarning } from "./settings/unused-settings";
import type { sessionApi } from "./contract";
import { ownSlug } from "./settings/own-slug";
import { preloadWarning } from "./rules/preloaded-slugs";
import { metaToolsOf } from "./settings/meta-tool-switches";
import type { Session } from "./session";
import type { listedSessionsApi } from "./list/contract";
import type { ListedSession } from "./list/list-sessions";

type Api = typeof sessionApi & typeof listedSessionsApi;
type Wire<Name extends keyof Api> = z.input<Api[Name]["response"]>;
type SessionWire = Wire<"getAgentSession">;
type OwnTools = Pick<SessionConfig["experimental"], "custom_tools" | "custom_toolkits">;

export const sessionMcpUrl = (id: string): string => `${env().publicUrl}/tool_router/${id}/mcp`;

function toConfig(userId: string, { experimental, ...config }: SessionConfig): SessionWire["config"] {
  return {
    user_id: userId,
    ...config,
    instant: false,
    ...(experimental.permissions && { permissions: experimental.permissions }),
  };
}

/** The names of the client's own tools here. */
const echoed = ({
  custom_tools: tools,
  custom_toolkits: toolkits,
}: OwnTools): NonNullable<SessionWire["experimental"]> => ({
  ...(tools && {
    custom_tools: tools.map(({ slug, extends_toolkit: toolkit }) => ({
      slug: ownSlug(slug, toolkit),
      original_slug: slug,
      ...(toolkit !== undefined && { extends_toolkit: toolkit }),
    })),
  }),
  ...(toolkits && {
    custom_toolkits: toolkits.map(({ slug: toolkit, tools: customTools }) => ({
      slug: toolkit,
      tools: customTools.map(({ slug }) => ({ slug: ownSlug(slug, toolkit), original_slug: slug })),
    })),
  }),
});

const toWarnings = (preload: string | null, unused: string | null): NonNullable<SessionWire["warnings"]> => [
  ...(preload === null ? [] : [{ code: "PRELOAD_TOOLS_HIGH_CONTEXT_USAGE" as const, message: preload }]),
  ...(unused === null ? [] : [{ code: "SETTINGS_WITHOUT_EFFECT" as const, message: unused }]),
];

/**
 * @param attached the client's own tools, if a request has other tools than the session was made with
 * @param unused the settings that were sent and have no effect
 */
export async function toSessionAnswer(
  session: Session,
  { attached, unused = [] }: { attached?: OwnTools | null; unused?: readonly string[] } = {},
): Promise<SessionWire> {
  const { id, userId, config, configVersion, projectId } = session;
  const { source_session_config_id: source } = config.experimental;
  const warnings = toWarnings(await preloadWarning(projectId, session), unusedWarning(unused));
  return {
    session_id: id,
    mcp: { type: "http", url: sessionMcpUrl(id) },
    tool_router_tools: metaToolsOf(config),
    config: toConfig(userId, config),
    config_version: configVersion,
    experimental: {
      assistive_prompt: assistivePrompt(config),
      ...echoed(attached ?? config.experimental),
      ...(source !== undefined && { source_session_config: { id: source } }),
    },
    ...(warnings.length > 0 && { warnings }),
  };
}

export const toLabsAnswer = ({ id }: Session): Wire<"createLabsSession"> => ({
  session_id: id,
  chat_session_mcp_url: sessionMcpUrl(id),
  tool_router_instance_mcp_url: sessionMcpUrl(id),
});

type Labs = z.output<typeof sessionApi.createLabsSession.body>["config"];

/** The settings of a session that an older client asks for. */
export function fromLabs(config: Labs) {
  const toolkits = config?.toolkits ?? [];
  const configs = toolkits.flatMap(({ toolkit, auth_config_id: id }) => (id ? [[toolkit, id] as const] : []));
  return {
    ...(toolkits.length > 0 && { toolkits: { enable: toolkits.map(({ toolkit }) => toolkit) } }),
    ...(configs.length > 0 && { auth_configs: Object.fromEntries(configs) }),
    ...(config?.manually_manage_connections && { manage_connections: { enable: false } }),
  };
}

/** A page of the current and the former configurations; the cursor is the position of its first entry. */
export function toHistory(
  session: Session,
  { versions, total: former }: { versions: readonly ToolRouterConfigVersion[]; total: number },
  { from, limit }: { from: number; limit: number },
): Wire<"listConfigHistory"> {
  const present = { version: session.configVersion, createdAt: session.updatedAt, config: session.config };
  const configs = versions.map((version) => ({ ...version, config: version.config as SessionConfig }));
  const total = former + 1;
  const end = from + limit;
  return {
    items: (from === 0 ? [present, ...configs] : configs).map(({ version, createdAt, config }) => ({
      version,
      created_at: createdAt.toISOString(),
      config: toConfig(session.userId, config),
      is_current: version === session.configVersion,
    })),
    next_cursor: end < total ? String(end) : null,
    total_pages: Math.ceil(total / limit),
    current_page: Math.floor(from / limit) + 1,
    total_items: total,
  };
}

/** The toolkits that a rule names under `enabled` or `disabled`; null if it has no such list. */
const named = (rule: SessionConfig["toolkits"], key: "enabled" | "disabled"): string[] | null =>
  rule && key in rule ? (rule as Record<typeof key, string[]>)[key] : null;

export const toListedItem = (session: ListedSession): Wire<"getListedSession"> => ({
  session_id: session.id,
  word: session.word,
  user_id: session.userId,
  implicit: session.implicit,
  created_by: session.createdBy,
  config_version: session.configVersion,
  toolkits: named(session.config.toolkits, "enabled"),
  without_toolkits: named(session.config.toolkits, "disabled"),
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  calls: session.calls,
  about_tokens: { schemas: session.schemaTokens, results: session.resultTokens },
});

export const toListed = (page: Page<ListedSession>): Wire<"listSessions"> => ({
  ...page,
  items: page.items.map(toListedItem),
});

const toSavedItem = (row: SavedSessionConfig): Wire<"listSavedConfigs">["items"][number] => ({
  id: row.id,
  name: row.name,
  archived: row.archivedAt !== null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const toSavedPage = (page: Page<SavedSessionConfig>): Wire<"listSavedConfigs"> => ({
  ...page,
  items: page.items.map(toSavedItem),
});

export const toSaved = (row: SavedSessionConfig): Wire<"getSavedConfig"> => ({
  ...toSavedItem(row),
  description: row.description,
  config: row.config as Record<string, unknown>,
});
