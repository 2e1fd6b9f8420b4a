/**
 * The scopes that a consent asks for. Where a provider grants its app and its user separately, an auth config acts as
 * one of the two.
 */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { AuthConfigCredentials } from "./auth-config-credentials";

/** `scopes` are the app's, `userScopes` those of the second parameter (`oauth.userScopeParam`). */
export type AskedScopes = { scopes: readonly string[]; userScopes: readonly string[] };

/** The field of an auth config that chooses: `user`, or anything else for the app. */
export const ACT_AS = "act_as";

/**
 * Whether an auth config acts as the person. Scopes that only an app can have mean the app, so that auth configs from
 * before there was a choice stay what they were.
 */
export function actsAsUser(
  { oauth, actsAs, availableScopes, availableUserScopes }: ToolkitAuthScheme,
  { values, scopes, userScopes }: AuthConfigCredentials,
): boolean {
  if (!oauth?.userScopeParam) return false;
  const choice = values[ACT_AS]?.trim().toLowerCase();
  if (choice) return choice === "user";
  if (actsAs !== "user" || userScopes?.length) return actsAs === "user";
  const isAppOnly = (scope: string) => availableScopes.includes(scope) && !availableUserScopes.includes(scope);
  return !scopes?.some(isAppOnly);
}

/** What an auth config asks for: its own scopes, or the scheme's default scopes. */
export function askedScopes(scheme: ToolkitAuthScheme, credentials: AuthConfigCredentials): AskedScopes {
  const { scopes, userScopes } = credentials;
  if (actsAsUser(scheme, credentials))
    return { scopes: (userScopes && scopes) ?? [], userScopes: userScopes ?? scopes ?? scheme.defaultUserScopes };
  const usualOfUser = scheme.actsAs === "user" ? [] : scheme.defaultUserScopes;
  return { scopes: scopes ?? scheme.defaultScopes, userScopes: userScopes ?? usualOfUser };
}

/** The scopes that an auth config can choose among, and the default scopes, for whom it acts as. */
export const scopesOffered = (
  scheme: ToolkitAuthScheme,
  credentials: AuthConfigCredentials = { values: {} },
): { usual: readonly string[]; available: readonly string[] } =>
  actsAsUser(scheme, credentials)
    ? { usual: scheme.defaultUserScopes, available: scheme.availableUserScopes }
    : { usual: scheme.defaultScopes, available: scheme.availableScopes };
