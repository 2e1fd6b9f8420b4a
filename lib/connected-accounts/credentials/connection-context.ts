/** Everything that connecting an account needs: its auth config, toolkit and auth scheme. */
import type { AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { requireAuthConfig, type AuthConfig, type ToolAccess } from "@/lib/auth-configs/auth-configs";
import { openAppCredentials, type AppCredentials } from "@/lib/auth-configs/app-credentials";
import { openAuthConfigCredentials, openSharedCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { requireScheme, type Toolkit } from "@/lib/auth-configs/require-scheme";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";
import { ACT_AS, actsAsUser, askedScopes, scopesOffered } from "@/lib/auth-configs/asked-scopes";
import { neededScopes, needsPerson } from "./scopes";

export type ConnectionContext = {
  config: AuthConfig;
  /** The opened credentials of the auth config; those of the managed app if it uses one. */
  app: AppCredentials;
  /** Values that all connections of the auth config share. */
  given: Readonly<Record<string, string>>;
  toolkit: Toolkit;
  scheme: ToolkitAuthScheme;
};

/**
 * The app with the scopes that its consent asks for: those that the auth config names, else those that its tools need,
 * else the scheme's default scopes. A managed app can limit them further. An auth config that chooses neither scopes
 * nor `act_as` acts as the person if one of its tools takes a person's token.
 */
async function withAskedScopes(config: AuthConfig, scheme: ToolkitAuthScheme, app: AppCredentials) {
  const credentials = openAuthConfigCredentials(config.projectId, config.id, config.credentials);
  const access = config.toolAccess as ToolAccess;
  const { scopes, userScopes, values } = credentials;
  const isChosen = Boolean(scopes ?? userScopes ?? values[ACT_AS]);
  const moved = !isChosen && !actsAsUser(scheme, credentials) && (await needsPerson(config.projectId, scheme, access));
  const person = moved ? { values: { ...app.values, [ACT_AS]: "user" } } : {};
  const asUser = moved || actsAsUser(scheme, credentials);
  const namesScopes = scopes !== undefined || (asUser && userScopes !== undefined);
  const needed = namesScopes
    ? undefined
    : await neededScopes(config.projectId, scheme, access, scopesOffered(scheme, { ...credentials, ...person }));
  if (needed) return { ...app, ...person, ...(asUser ? { scopes: [], userScopes: needed } : { scopes: needed }) };
  return scheme.oauth?.userScopeParam ? { ...app, ...askedScopes(scheme, app) } : app;
}

/**
 * Loads the context of an auth config.
 * @throws ApiError NotFound for an unknown auth config, BadRequest for a disabled one, and for a scheme that the
 *   toolkit no longer has or that cannot be connected
 */
export async function requireContext(projectId: string, authConfigId: string): Promise<ConnectionContext> {
  const config = await requireAuthConfig(projectId, authConfigId);
  if (!config.enabled)
    throw new ApiError("BadRequest", `The auth config ${config.id} is disabled, so nobody can connect through it.`, {
      suggestedFix: `Enable it with PATCH /api/v3/auth_configs/${config.id}/ENABLED.`,
    });
  const toolkit = await findToolkit(projectId, config.toolkitSlug);
  if (!toolkit)
    throw new ApiError(
      "BadRequest",
      `The toolkit ${config.toolkitSlug} of the auth config ${config.id} no longer exists.`,
      { suggestedFix: "Delete the auth config." },
    );
  const scheme = requireScheme(toolkit, config.scheme as AuthMode);
  const app = await withAskedScopes(config, scheme, await openAppCredentials(config, toolkit, scheme));
  return {
    config,
    app,
    toolkit,
    scheme,
    given: { ...app.values, ...openSharedCredentials(projectId, config.id, config.sharedCredentials) },
  };
}
