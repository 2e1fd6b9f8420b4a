/** Converts rows to the form of the API and back. */
import type { z } from "zod";
import { env } from "@/lib/kernel/process/env";
import type { ApiKey } from "./keys/api-keys";
import type { SignInCaller } from "./caller";
import type { accessApi } from "./contract";
import type { SignInFacts } from "./people/owners";
import type { ProfileFacts } from "./people/profile";
import {
  LINK_MINUTES,
  LOG_RETENTION_DAYS,
  logoUrlOf,
  sessionDaysOf,
  type ProjectConfig,
} from "./projects/project-config";
import type { Project } from "./projects/projects";
import { permissionsOf } from "./roles";

type Wire<Name extends keyof typeof accessApi> = z.output<(typeof accessApi)[Name]["response"]>;

const toWireKeyLimits = ({ toolkits, users, networks }: NonNullable<ApiKey["limits"]>) => ({
  ...(toolkits && { toolkits }),
  ...(users && { user_ids: users }),
  ...(networks && { addresses: networks }),
});

export const toWireApiKey = (key: ApiKey): Wire<"listApiKeys">["items"][number] => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  limits: key.limits && toWireKeyLimits(key.limits),
  ...(key.createdBy && { created_by: key.createdBy }),
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt && { expires_at: key.expiresAt.toISOString() }),
  ...(key.lastUsedAt && { last_used_at: key.lastUsedAt.toISOString() }),
  ...(key.lastUsedFrom && { last_used_from: key.lastUsedFrom }),
  ...(key.revokedAt && { revoked_at: key.revokedAt.toISOString() }),
  ...(key.replacedBy && { replaced_by: key.replacedBy }),
});

export const toWireProject = ({ id, name, organizationId }: { id: string; name: string; organizationId: string }) => ({
  id,
  name,
  organization_id: organizationId,
});

export const toWireSignIn = (
  { user, organizations, projects }: SignInFacts,
  caller: SignInCaller,
  version: string,
): Wire<"getSession"> => ({
  user: { id: user.id, email: user.email, ...(user.name && { name: user.name }) },
  organizations,
  projects: projects.map(toWireProject),
  project_id: caller.projectId,
  permissions: [...permissionsOf(caller)].filter((name) => !caller.by.confined || !name.startsWith("instance:")),
  version,
});

type WireLimits = NonNullable<Wire<"getProjectConfig">["rate_limits"]>;
const toWireLimits = ({ endUser, ...limits }: NonNullable<ProjectConfig["rateLimits"]>): WireLimits => ({
  ...limits,
  ...(endUser && { end_user: endUser }),
});
const fromWireLimits = ({ end_user: endUser, ...limits }: WireLimits): NonNullable<ProjectConfig["rateLimits"]> => ({
  ...limits,
  ...(endUser && { endUser }),
});

/**
 * Names who asks for the second factor. A switch that only seems to protect is worse than no switch, so the API returns
 * this too.
 */
function secondFactorBy({ wantsTwoFactor }: ProjectConfig): string | null {
  if (!wantsTwoFactor) return null;
  const { oidc } = env();
  return oidc
    ? `The OpenID provider ${oidc.issuer}: require the second factor there. Passwords of this server ask for none.`
    : "Nobody yet: passwords of this server ask for no second factor. " +
        "Sign in through an OpenID provider that requires one (PATCHBAY_OIDC_ISSUER).";
}

const toWireLogo = (logoUrl: string | undefined) => (logoUrl ? { logo_url: logoUrl } : {});

export const toWireProjectConfig = (config: ProjectConfig): Wire<"getProjectConfig"> => ({
  is_2FA_enabled: config.wantsTwoFactor ?? false,
  is_2FA_enforced_by: secondFactorBy(config),
  mask_secret_keys_in_connected_account: config.maskSecrets,
  log_visibility_setting: config.storePayloads ? "show_all" : "dont_store_data",
  ...toWireLogo(logoUrlOf(config)),
  ...(config.displayName && { display_name: config.displayName }),
  ...(config.accentColor && { accent_color: config.accentColor }),
  require_mcp_api_key: config.requireMcpApiKey,
  mcp_default_user_id: config.mcpDefaultUser || null,
  oauth_callback_verifier_url: config.callbackVerifierUrl ?? null,
  link_lifetime_minutes: config.linkMinutes ?? LINK_MINUTES.usual,
  connect_frame_origins: config.frameOrigins ?? [],
  browser_origins: config.browserOrigins ?? [],
  log_retention_days: config.logRetentionDays ?? LOG_RETENTION_DAYS,
  session_retention_days: sessionDaysOf(config),
  account_credentials_elsewhere: config.credentialsElsewhere ?? false,
  strict_toolkit_versions: config.strictVersions ?? false,
  toolkit_versions_as_of: config.versionsAsOf ?? null,
  ...(config.defaultResponse && { default_response: config.defaultResponse }),
  ...(config.rateLimits && { rate_limits: toWireLimits(config.rateLimits) }),
});

export const toWireProjectDetail = (project: Project): Wire<"getProject"> => ({
  ...toWireProject(project),
  ...toWireProjectConfig(project.config),
  created_at: project.createdAt.toISOString(),
});

export const toWireProfile = ({ id, email, name, hasPassword, createdAt }: ProfileFacts): Wire<"getProfile"> => ({
  id,
  email,
  ...(name && { name }),
  has_password: hasPassword,
  created_at: createdAt.toISOString(),
});

/** The changes that a caller wants, with the names of this code. */
export const toConfigPatch = (body: z.output<typeof accessApi.updateProjectConfig.body>): Partial<ProjectConfig> => ({
  ...(body.is_2FA_enabled !== undefined && { wantsTwoFactor: body.is_2FA_enabled }),
  ...(body.logo_url !== undefined && { logoUrl: body.logo_url }),
  ...(body.display_name !== undefined && { displayName: body.display_name }),
  ...(body.accent_color !== undefined && { accentColor: body.accent_color }),
  ...(body.account_credentials_elsewhere !== undefined && {
    credentialsElsewhere: body.account_credentials_elsewhere,
  }),
  ...(body.mask_secret_keys_in_connected_account !== undefined && {
    maskSecrets: body.mask_secret_keys_in_connected_account,
  }),
  ...(body.log_visibility_setting !== undefined && { storePayloads: body.log_visibility_setting === "show_all" }),
  ...(body.require_mcp_api_key !== undefined && { requireMcpApiKey: body.require_mcp_api_key }),
  ...(body.mcp_default_user_id !== undefined && { mcpDefaultUser: body.mcp_default_user_id ?? "" }),
  ...(body.oauth_callback_verifier_url !== undefined && {
    callbackVerifierUrl: body.oauth_callback_verifier_url ?? "",
  }),
  ...(body.connect_frame_origins !== undefined && { frameOrigins: [...new Set(body.connect_frame_origins)] }),
  ...(body.browser_origins !== undefined && { browserOrigins: [...new Set(body.browser_origins)] }),
  ...(body.link_lifetime_minutes !== undefined && { linkMinutes: body.link_lifetime_minutes }),
  ...(body.log_retention_days !== undefined && { logRetentionDays: body.log_retention_days }),
  ...(body.session_retention_days !== undefined && {
    sessionsStay: body.session_retention_days === null,
    ...(body.session_retention_days !== null && { sessionRetentionDays: body.session_retention_days }),
  }),
  ...(body.strict_toolkit_versions !== undefined && { strictVersions: body.strict_toolkit_versions }),
  ...(body.toolkit_versions_as_of !== undefined && { versionsAsOf: body.toolkit_versions_as_of }),
  ...(body.default_response !== undefined && { defaultResponse: body.default_response }),
  ...(body.rate_limits !== undefined && { rateLimits: fromWireLimits(body.rate_limits) }),
});
