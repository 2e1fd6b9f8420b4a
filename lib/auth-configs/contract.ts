/** How the users of a project sign in to a toolkit: auth scheme, OAuth app, scopes, allowed tools. */
import { z } from "zod";
import { AUTH_MODES } from "@/lib/contract/auth-modes";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, flagQuery, limitQuery, listQuery, page } from "@/lib/contract/page";
import { MAX_ID, MAX_URL, idParam, webAddress } from "@/lib/contract/texts";
import { managedAppsApi, Scopes } from "./managed-apps.contract";

export const AuthScheme = z.enum(AUTH_MODES).meta({ id: "AuthScheme" });

/** A list of any length could hold a million problems, and naming them would stop the process. */
const names = z.array(z.string().max(500)).max(2000);

/**
 * `client_id`, `client_secret`, `oauth_redirect_uri`, `authorization_url`, `token_url`, `base_url` and the scheme's own
 * fields.
 */
const Credentials = z.looseObject({ scopes: Scopes.nullish(), user_scopes: Scopes.nullish() });

const ProxyConfig = z
  .object({ proxy_url: z.url().max(MAX_URL), proxy_auth_key: z.string().max(MAX_URL).optional() })
  .nullish();

/** A compact JWE of a key file or of a chain of certificates; secrets of apps are shorter. */
const MAX_SEALED = 32_768;

/** Secrets that the caller sealed to a transfer key of the organization: each field a compact JWE. */
const SealedCredentials = ofStoredFields(z.record(z.string(), z.string().max(MAX_SEALED)).optional());

const ToolAccess = z.object({
  tools_for_connected_account_creation: names.optional(),
  tools_available_for_execution: names.optional(),
});

const settings = {
  name: z.string().trim().min(1).max(200).optional(),
  tool_access_config: ToolAccess.optional(),
  restrict_to_following_tools: names.optional().meta({ deprecated: true }),
  shared_credentials: ofStoredFields(z.record(z.string(), z.unknown()).optional()),
  is_enabled_for_tool_router: z.boolean().optional(),
};

/** Accepted without effect, a secret would be lost. */
const noSealed = (type: string) => z.never(`needs type ${type}`).optional();

const Managed = z.object({
  type: z.literal("use_composio_managed_auth"),
  credentials: ofStoredFields(Credentials.optional()),
  sealed_credentials: noSealed("use_custom_auth"),
  ...settings,
});

const Custom = z.object({
  type: z.literal("use_custom_auth"),
  authScheme: AuthScheme.optional().meta({ description: "One of the toolkit's schemes" }),
  auth_scheme: AuthScheme.optional().meta({ deprecated: true, description: "Another spelling of authScheme" }),
  credentials: ofStoredFields(Credentials.optional()),
  sealed_credentials: SealedCredentials,
  proxy_config: ProxyConfig,
  ...settings,
});

const CreateAuthConfig = z.object({
  toolkit: z.object({ slug: z.string().max(500).trim().toLowerCase().min(1) }),
  auth_config: z.discriminatedUnion("type", [Managed, Custom]).optional(),
});

const UpdateAuthConfig = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("custom"),
    credentials: ofStoredFields(Credentials.optional()),
    sealed_credentials: SealedCredentials,
    proxy_config: ProxyConfig,
    ...settings,
  }),
  z.object({
    type: z.literal("default"),
    sealed_credentials: noSealed("custom"),
    scopes: Scopes.nullish(),
    user_scopes: Scopes.nullish(),
    ...settings,
  }),
]);

/** What a change or a deletion answers. */
const Done = z.object({ success: z.boolean(), message: z.string() });

export const AuthField = z
  .object({
    name: z.string(),
    displayName: z.string(),
    type: z.string(),
    description: z.string(),
    required: z.boolean(),
    default: z.string().optional(),
    is_secret: z.boolean().optional(),
    user_visible: z.boolean().meta({ description: "Whether the connect page asks for it: always, here" }),
  })
  .meta({ id: "AuthConfigField" });

export const AuthConfig = z
  .object({
    id: z.string(),
    uuid: z.string().meta({ deprecated: true }),
    type: z.enum(["custom", "default"]),
    toolkit: z.object({
      slug: z.string(),
      logo: z.string(),
      auth_guide_url: z.string().nullish(),
      auth_hint_url: z.string().nullish(),
    }),
    name: z.string(),
    auth_scheme: AuthScheme,
    is_composio_managed: z.boolean(),
    credentials: z.record(z.string(), z.unknown()),
    proxy_config: z.object({ proxy_url: z.string(), proxy_auth_key: z.string().optional() }).optional(),
    status: z.enum(["ENABLED", "DISABLED"]),
    created_by: z.string().optional(),
    created_at: z.string(),
    last_updated_at: z.string(),
    no_of_connections: z.number().int(),
    expected_input_fields: z.array(AuthField),
    restrict_to_following_tools: z.array(z.string()).meta({ deprecated: true }),
    tool_access_config: ToolAccess,
    shared_credentials: z.record(z.string(), z.unknown()).optional(),
    is_enabled_for_tool_router: z.boolean(),
  })
  .meta({ id: "AuthConfig" });

const tag = "Auth Configs";
const params = z.object({ nanoid: idParam("Id of the auth config, ac_...") });

export const authConfigsApi = {
  listAuthConfigs: operation({
    id: "getAuthConfigs",
    method: "GET",
    path: "/api/v3/auth_configs",
    summary: "List auth configs",
    tag,
    auth: "project",
    permission: "auth_configs:read",
    audit: "none",
    query: z.object({
      is_composio_managed: flagQuery,
      toolkit_slug: listQuery(z.string().max(MAX_ID).toLowerCase()),
      deprecated_app_id: z.string().max(MAX_ID).optional().meta({ deprecated: true }),
      deprecated_status: z.string().max(MAX_ID).optional().meta({ deprecated: true }),
      show_disabled: flagQuery,
      search: z.string().trim().max(MAX_ID).optional(),
      limit: limitQuery(),
      cursor: cursorQuery,
    }),
    response: page(AuthConfig),
  }),
  createAuthConfig: operation({
    id: "postAuthConfigs",
    method: "POST",
    path: "/api/v3/auth_configs",
    summary: "Create an auth config",
    tag,
    auth: "project",
    permission: "auth_configs:write",
    audit: "auth_config.create",
    status: 201,
    description:
      "Leave auth_config out, or send type use_composio_managed_auth, " +
      "for a toolkit that needs no OAuth app of yours. " +
      "For your own OAuth app send type use_custom_auth with authScheme and credentials.",
    body: CreateAuthConfig,
    response: z.object({
      toolkit: z.object({ slug: z.string() }),
      auth_config: z.object({
        id: z.string(),
        auth_scheme: AuthScheme,
        is_composio_managed: z.boolean(),
        restrict_to_following_tools: z.array(z.string()).optional(),
      }),
    }),
  }),
  getAuthConfig: operation({
    id: "getAuthConfigsByNanoid",
    method: "GET",
    path: "/api/v3/auth_configs/{nanoid}",
    summary: "Get an auth config",
    tag,
    auth: "project",
    permission: "auth_configs:read",
    audit: "none",
    params,
    response: AuthConfig,
  }),
  updateAuthConfig: operation({
    id: "patchAuthConfigsByNanoid",
    method: "PATCH",
    path: "/api/v3/auth_configs/{nanoid}",
    summary: "Update an auth config",
    tag,
    auth: "project",
    permission: "auth_configs:write",
    audit: "auth_config.update",
    description:
      "A secret that is left out or sent as it is shown (masked) stays as it is; null or an empty text removes it.",
    params,
    body: UpdateAuthConfig,
    response: Done,
  }),
  deleteAuthConfig: operation({
    id: "deleteAuthConfigsByNanoid",
    method: "DELETE",
    path: "/api/v3/auth_configs/{nanoid}",
    summary: "Delete an auth config and its connected accounts",
    tag,
    auth: "project",
    permission: "auth_configs:write",
    audit: "auth_config.delete",
    params,
    query: z.object({ revoke_on_delete: flagQuery }),
    response: Done.extend({ revoke_job_id: z.string().optional() }),
  }),
  updateAuthConfigStatus: operation({
    id: "patchAuthConfigsByNanoidByStatus",
    method: "PATCH",
    path: "/api/v3/auth_configs/{nanoid}/{status}",
    summary: "Enable or disable an auth config",
    tag,
    auth: "project",
    permission: "auth_configs:write",
    audit: "auth_config.change_status",
    params: params.extend({ status: z.enum(["ENABLED", "DISABLED"]) }),
    response: Done,
  }),
  testRedirect: operation({
    id: "testRedirect",
    method: "POST",
    path: "/api/v3/internal/patchbay/redirect_test",
    summary: "Check whether your redirect URL forwards to this server's callback unchanged",
    tag,
    auth: "project",
    permission: "auth_configs:write",
    audit: "auth_config.test_redirect",
    own: true,
    body: z.object({
      oauth_redirect_uri: webAddress("must be an http(s) address"),
    }),
    response: z.object({
      forwards: z.boolean(),
      message: z.string(),
      status: z.number().int().optional(),
      location: z.string().optional(),
    }),
  }),
  ...managedAppsApi,
};
