/** What revoking an account needs (its auth scheme and its app), and what stays stored afterwards. */
import type { AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { findAuthConfigs, type AuthConfig } from "@/lib/auth-configs/auth-configs";
import { openAppCredentials, openOwnCredentials, type AppCredentials } from "@/lib/auth-configs/app-credentials";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";
import { sealAccountValues, type AccountValues } from "../account-values";
import { keptForConsent } from "./connection-values";

type Account = { authConfigId: string };

/**
 * The auth scheme and the app of an account. The scheme is undefined if its toolkit is gone. `ownScheme` is set for a
 * toolkit of the project's own, which can be deleted before a job has revoked the account.
 */
export type RevocationContext = {
  scheme: ToolkitAuthScheme | undefined;
  app: AppCredentials;
  ownScheme?: ToolkitAuthScheme;
};

/** A scheme of a toolkit; undefined if either is gone. */
export async function findScheme(
  projectId: string,
  toolkitSlug: string,
  mode: string,
): Promise<ToolkitAuthScheme | undefined> {
  return (await findToolkit(projectId, toolkitSlug))?.authSchemes.find((scheme) => scheme.mode === (mode as AuthMode));
}

async function toRevocationContext(projectId: string, config: AuthConfig): Promise<RevocationContext> {
  const toolkit = await findToolkit(projectId, config.toolkitSlug);
  const scheme = toolkit?.authSchemes.find(({ mode }) => mode === config.scheme);
  const ownCredentials = openOwnCredentials(config);
  if (!toolkit || !scheme) return { scheme, app: ownCredentials };
  // Some providers revoke a token even without the app's credentials.
  const app = await openAppCredentials(config, toolkit, scheme).catch((error: unknown) => {
    if (error instanceof ApiError) return ownCredentials;
    throw error;
  });
  return { scheme, app, ...(toolkit.projectId === null ? {} : { ownScheme: scheme }) };
}

/** Finds the revocation contexts of accounts; each auth config is opened once. */
export async function findRevocationContexts(
  projectId: string,
  accounts: readonly Account[],
): Promise<(account: Account) => RevocationContext> {
  const ids = [...new Set(accounts.map(({ authConfigId }) => authConfigId))];
  const configs = await findAuthConfigs(projectId, ids);
  const byId = new Map(
    await Promise.all(
      configs.map(async (config) => [config.id, await toRevocationContext(projectId, config)] as const),
    ),
  );
  return ({ authConfigId }) => byId.get(authConfigId) ?? { scheme: undefined, app: { projectId, values: {} } };
}

/** What an account keeps after a revocation, sealed: the fields that a person typed and that are no secrets. */
export function sealRemains(
  projectId: string,
  id: string,
  scheme: ToolkitAuthScheme | undefined,
  values: AccountValues,
): string | null {
  const harmless = scheme
    ? Object.entries(keptForConsent(scheme, values)).filter(([name]) => !isSecretValue(name, scheme))
    : [];
  return harmless.length > 0 ? sealAccountValues(projectId, id, Object.fromEntries(harmless)) : null;
}
