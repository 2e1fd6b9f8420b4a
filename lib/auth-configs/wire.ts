/** Auth configs between the wire's names and ours; the only place of the room where secrets are shown, masked. */
import type { z } from "zod";
import type { AuthField, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { Page } from "@/lib/kernel/database/cursor";
import { toUuid } from "@/lib/kernel/ids";
import type { AuthConfig, AuthConfigFilter, AuthConfigSettings, NewAuthConfig, ToolAccess } from "./auth-configs";
import type { authConfigsApi } from "./contract";
import { openAuthConfigCredentials, openSharedCredentials } from "./auth-config-credentials";
import { maskSecret, shownValue } from "./mask-secret";
import { openProxy } from "./seal-proxy";
import { schemesOf, type Toolkit } from "./require-scheme";

type Api = typeof authConfigsApi;
type CreateBody = z.output<Api["createAuthConfig"]["body"]>;
type UpdateBody = z.output<Api["updateAuthConfig"]["body"]>;
type ListQuery = z.output<Api["listAuthConfigs"]["query"]>;
type Wire = z.input<Api["getAuthConfig"]["response"]>;
type Settings = {
  name?: string;
  tool_access_config?: ToolAccess;
  restrict_to_following_tools?: string[];
  shared_credentials?: Record<string, unknown>;
  is_enabled_for_tool_router?: boolean;
};

const toSettings = (body: Settings): AuthConfigSettings => {
  const toolAccess = {
    ...(body.restrict_to_following_tools && { tools_available_for_execution: body.restrict_to_following_tools }),
    ...body.tool_access_config,
  };
  return {
    name: body.name,
    sharedCredentials: body.shared_credentials,
    forToolRouter: body.is_enabled_for_tool_router,
    ...(Object.keys(toolAccess).length > 0 && { toolAccess }),
  };
};

const toProxy = (
  config: { proxy_url: string; proxy_auth_key?: string } | null | undefined,
): AuthConfigSettings["proxy"] =>
  config && { url: config.proxy_url, ...(config.proxy_auth_key !== undefined && { key: config.proxy_auth_key }) };

/** A create request; without `auth_config` it asks for a managed one. */
export function toNewAuthConfig({ toolkit, auth_config: config }: CreateBody): NewAuthConfig {
  if (!config) return { toolkitSlug: toolkit.slug, managed: true };
  const shared = { toolkitSlug: toolkit.slug, ...toSettings(config), credentials: config.credentials };
  return config.type === "use_custom_auth"
    ? {
        ...shared,
        managed: false,
        scheme: config.authScheme ?? config.auth_scheme,
        proxy: toProxy(config.proxy_config),
      }
    : { ...shared, managed: true };
}

/** An update request; type default changes scopes alone among the credentials. */
export function toAuthConfigChange(body: UpdateBody): AuthConfigSettings & { owned: boolean } {
  if (body.type === "custom")
    return { ...toSettings(body), credentials: body.credentials, proxy: toProxy(body.proxy_config), owned: true };
  const scopes = {
    ...(body.scopes !== undefined && { scopes: body.scopes }),
    ...(body.user_scopes !== undefined && { user_scopes: body.user_scopes }),
  };
  return { ...toSettings(body), ...(Object.keys(scopes).length > 0 && { credentials: scopes }), owned: false };
}

export const toAuthConfigFilter = (query: ListQuery): AuthConfigFilter => ({
  managed: query.is_composio_managed,
  toolkitSlugs: query.toolkit_slug,
  showDisabled: query.show_disabled,
  search: query.search,
  limit: query.limit,
  cursor: query.cursor,
});

/** A scheme's field as the wire describes it. */
export const toField = (field: AuthField) => ({
  name: field.name,
  displayName: field.displayName,
  type: field.type === "url" || field.type === "text" ? "string" : field.type,
  description: field.description,
  required: field.required,
  user_visible: true,
  ...(field.default !== undefined && { default: field.default }),
  ...(field.isSecret && { is_secret: true }),
});

const showValues = (
  values: Readonly<Record<string, string>>,
  scheme: ToolkitAuthScheme | undefined,
  maskSecrets: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(name, value, scheme, maskSecrets)]),
  );

export type AuthConfigContext = {
  /** null when the toolkit is gone. */
  toolkit: Toolkit | null;
  /** How many connected accounts use it. */
  connections: number;
  maskSecrets: boolean;
};

/** One auth config; its secrets masked unless the project shows them. */
export function toAuthConfig(config: AuthConfig, { toolkit, connections, maskSecrets }: AuthConfigContext): Wire {
  const scheme = toolkit ? schemesOf(toolkit).find(({ mode }) => mode === config.scheme) : undefined;
  const { values, scopes, userScopes } = openAuthConfigCredentials(config.projectId, config.id, config.credentials);
  const shared = openSharedCredentials(config.projectId, config.id, config.sharedCredentials);
  const proxy = openProxy(config.projectId, config.id, config.proxy);
  const toolAccess = config.toolAccess as ToolAccess;
  return {
    id: config.id,
    uuid: toUuid(config.id),
    type: config.managed ? "default" : "custom",
    toolkit: {
      slug: config.toolkitSlug,
      logo: logoUrl(toolkit ?? { slug: config.toolkitSlug, logo: "" }),
      ...(toolkit?.meta.guideUrl && { auth_guide_url: toolkit.meta.guideUrl }),
      ...(scheme?.hintUrl && { auth_hint_url: scheme.hintUrl }),
    },
    name: config.name,
    auth_scheme: config.scheme as Wire["auth_scheme"],
    is_composio_managed: config.managed,
    credentials: {
      ...showValues(values, scheme, maskSecrets),
      ...(scopes && { scopes: [...scopes] }),
      ...(userScopes && { user_scopes: [...userScopes] }),
    },
    ...(proxy && {
      proxy_config: {
        proxy_url: proxy.url,
        ...(proxy.key && { proxy_auth_key: maskSecrets ? maskSecret(proxy.key) : proxy.key }),
      },
    }),
    status: config.enabled ? "ENABLED" : "DISABLED",
    ...(config.createdBy && { created_by: config.createdBy }),
    created_at: config.createdAt.toISOString(),
    last_updated_at: config.updatedAt.toISOString(),
    no_of_connections: connections,
    expected_input_fields: (scheme?.fields.connectedAccountInitiation ?? []).map(toField),
    restrict_to_following_tools: toolAccess.tools_available_for_execution ?? [],
    tool_access_config: {
      tools_for_connected_account_creation: toolAccess.tools_for_connected_account_creation ?? [],
      tools_available_for_execution: toolAccess.tools_available_for_execution ?? [],
    },
    ...(Object.keys(shared).length > 0 && { shared_credentials: showValues(shared, scheme, maskSecrets) }),
    is_enabled_for_tool_router: config.forToolRouter,
  };
}

/** One page; toolkits and counts by slug and id. */
export const toAuthConfigPage = (
  page: Page<AuthConfig>,
  context: { toolkits: ReadonlyMap<string, Toolkit | null>; counts: ReadonlyMap<string, number>; maskSecrets: boolean },
) => ({
  ...page,
  items: page.items.map((config) =>
    toAuthConfig(config, {
      toolkit: context.toolkits.get(config.toolkitSlug) ?? null,
      connections: context.counts.get(config.id) ?? 0,
      maskSecrets: context.maskSecrets,
    }),
  ),
});

/** The answer to a create request. */
export const toCreated = (config: AuthConfig) => ({
  toolkit: { slug: config.toolkitSlug },
  auth_config: {
    id: config.id,
    auth_scheme: config.scheme as Wire["auth_scheme"],
    is_composio_managed: config.managed,
    restrict_to_following_tools: (config.toolAccess as ToolAccess).tools_available_for_execution ?? [],
  },
});
