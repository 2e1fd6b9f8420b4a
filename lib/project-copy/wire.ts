/** Items of exported files between the names of the files and ours. */
import { toWireProjectConfig } from "@/lib/access/wire";
import type { ProjectConfig } from "@/lib/access/projects/project-config";
import type { AuthConfigCopy } from "@/lib/auth-configs/auth-config-copy";
import { toScopes } from "@/lib/auth-configs/merge-credentials";
import type { AccountCopy } from "@/lib/connected-accounts/accounts/account-copy";
import type { McpServerCopy } from "@/lib/mcp/servers/mcp-server-copy";
import type { TriggerCopy } from "@/lib/triggers/instances/trigger-copy";
import type { SubscriptionCopy } from "@/lib/webhooks/subscriptions/subscription-copy";
import { toArguments } from "@/lib/catalog/change-overrides/put-override";
import type { AddedToolCopy } from "@/lib/own-toolkits/added/added-tool-copy";
import type { OverrideCopy } from "@/lib/catalog/change-overrides/override-copy";
import type { ToolkitSettings } from "@/lib/own-toolkits/settings.contract";
import type { ToolkitCopy } from "@/lib/own-toolkits/toolkit-copy";
import type { FileName, FileOf } from "./files.contract";

type ItemOf<Name extends Exclude<FileName, "project.json">> = FileOf<Name>["items"][number];
type Settings = FileOf<"project.json">["settings"];

/** An uploaded logo belongs to its project alone; what follows from other settings is left out too. */
export function toSettings(config: ProjectConfig): Settings {
  const { logoId: _, ...rest } = config;
  const {
    is_2FA_enforced_by: __,
    toolkit_versions_as_of: versionsAsOf,
    oauth_callback_verifier_url: verifier,
    ...settings
  } = toWireProjectConfig(rest);
  return {
    ...settings,
    oauth_callback_verifier_url: verifier ?? "",
    ...(versionsAsOf !== null && { toolkit_versions_as_of: versionsAsOf }),
  };
}

export function toOwnToolkitItem(copy: ToolkitCopy): ItemOf<"own-toolkits.json"> {
  const { slug: from, access } = copy;
  if ("server" in copy) {
    const { name, url, authSchemes } = copy.server;
    return { from, access, published: true, server: { name, url, auth_schemes: authSchemes } };
  }
  const { document, url, isPublished: published } = copy;
  const settings = inOrder(copy.settings) as ToolkitSettings;
  return { from, access, published, url, settings, document };
}

/** The contract has refused an item with neither a document nor a server. */
export function fromOwnToolkitItem(item: ItemOf<"own-toolkits.json">): ToolkitCopy {
  const { from: slug, access, document = "", url, settings = {}, published: isPublished, server } = item;
  if (!server) return { slug, access, document, url, settings, isPublished };
  const { name, url: address, auth_schemes: authSchemes } = server;
  return { slug, access, server: { name, url: address, authSchemes } };
}

export const toAddedToolItem = ({ slug, toolkitSlug, definition }: AddedToolCopy): ItemOf<"added-tools.json"> => ({
  ...{ from: slug, toolkit: toolkitSlug, tool: definition },
});

export const fromAddedToolItem = ({ from, toolkit, tool }: ItemOf<"added-tools.json">): AddedToolCopy => ({
  ...{ slug: from, toolkitSlug: toolkit, definition: tool },
});

export const toOverrideItem = ({ toolSlug, ...override }: OverrideCopy): ItemOf<"tool-overrides.json"> => ({
  from: toolSlug,
  ...override,
});

export const fromOverrideItem = (item: ItemOf<"tool-overrides.json">): OverrideCopy => ({
  toolSlug: item.from.toUpperCase(),
  name: item.name ?? null,
  description: item.description ?? null,
  hidden: item.hidden,
  arguments: toArguments(item.arguments),
});

const scopesOf = (scopes: readonly string[] | undefined) => (scopes ? [...scopes] : undefined);

export const toAuthConfigItem = (copy: AuthConfigCopy): ItemOf<"auth-configs.json"> => ({
  from: copy.id,
  name: copy.name,
  toolkit: copy.toolkitSlug,
  auth_scheme: copy.scheme as ItemOf<"auth-configs.json">["auth_scheme"],
  managed: copy.managed,
  enabled: copy.enabled,
  enabled_for_tool_router: copy.forToolRouter,
  scopes: scopesOf(copy.scopes),
  user_scopes: scopesOf(copy.userScopes),
  credentials: copy.credentials,
  shared_credentials: copy.sharedCredentials,
  proxy_url: copy.proxyUrl,
  secrets: [...copy.secrets],
  tools_available_for_execution: copy.toolAccess.tools_available_for_execution ?? [],
  tools_for_connected_account_creation: copy.toolAccess.tools_for_connected_account_creation ?? [],
});

export const fromAuthConfigItem = (item: ItemOf<"auth-configs.json">): AuthConfigCopy => ({
  id: item.from,
  name: item.name,
  toolkitSlug: item.toolkit,
  scheme: item.auth_scheme,
  managed: item.managed,
  enabled: item.enabled,
  credentials: item.credentials,
  scopes: toScopes(item.scopes),
  userScopes: toScopes(item.user_scopes),
  sharedCredentials: item.shared_credentials,
  proxyUrl: item.proxy_url,
  secrets: item.secrets,
  toolAccess: {
    tools_available_for_execution: item.tools_available_for_execution,
    tools_for_connected_account_creation: item.tools_for_connected_account_creation,
  },
  forToolRouter: item.enabled_for_tool_router,
});

export const toMcpServerItem = (copy: McpServerCopy): ItemOf<"mcp-servers.json"> => ({
  from: copy.id,
  name: copy.name,
  auth_configs: copy.authConfigIds,
  toolkits: copy.toolkits,
  allowed_tools: copy.allowedTools,
  managed_auth: copy.managedAuth,
  ...(copy.defaultResponse && { default_response: copy.defaultResponse }),
  tools: Object.fromEntries(
    Object.entries(copy.toolTexts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([slug, { name, description }]) => [slug, { name, description }]),
  ),
});

export const fromMcpServerItem = (item: ItemOf<"mcp-servers.json">): McpServerCopy => ({
  id: item.from,
  name: item.name,
  authConfigIds: item.auth_configs,
  toolkits: item.toolkits.map((slug) => slug.toLowerCase()),
  allowedTools: item.allowed_tools,
  managedAuth: item.managed_auth,
  ...(item.default_response && { defaultResponse: item.default_response }),
  toolTexts: Object.fromEntries(
    Object.entries(item.tools).map(([slug, { name, description }]) => [
      slug.toUpperCase(),
      { ...(name !== undefined && { name }), ...(description !== undefined && { description }) },
    ]),
  ),
});

export const toTriggerItem = ({ id, slug, account, config, polling }: TriggerCopy): ItemOf<"triggers.json"> => ({
  from: id,
  trigger: slug,
  account: {
    from: account.id,
    toolkit: account.toolkitSlug,
    user_id: account.userId,
    auth_config: account.authConfigId,
  },
  config: inOrder(config) as Record<string, unknown>,
  ...(polling && { polling }),
});

/** JSON columns have their names in no order that people would expect. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, inOrder(item)]),
  );
};

export const fromTriggerItem = ({ from, trigger, account, config, polling }: ItemOf<"triggers.json">): TriggerCopy => ({
  id: from,
  slug: trigger,
  account: {
    id: account.from,
    toolkitSlug: account.toolkit.toLowerCase(),
    userId: account.user_id,
    authConfigId: account.auth_config,
  },
  config,
  polling,
});

export const toSubscriptionItem = (copy: SubscriptionCopy): ItemOf<"webhook-subscriptions.json"> => ({
  from: copy.id,
  webhook_url: copy.url,
  version: copy.version,
  enabled_events: copy.enabledEvents,
  filters: copy.filters.map(({ path, operator, value }) => ({ path, operator, value })),
});

export const fromSubscriptionItem = (item: ItemOf<"webhook-subscriptions.json">): SubscriptionCopy => ({
  id: item.from,
  url: item.webhook_url,
  version: item.version,
  enabledEvents: [...new Set(item.enabled_events)],
  filters: item.filters,
});

export const toAccountItem = (copy: AccountCopy): ItemOf<"connected-accounts.json"> => ({
  from: copy.id,
  toolkit: copy.toolkitSlug,
  user_id: copy.userId,
  auth_config: copy.authConfigId,
  alias: copy.alias ?? undefined,
  status: copy.status,
});
