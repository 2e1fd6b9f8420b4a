/** Opens an account's credentials, and renews them if they expire soon. */
import { isRenewable, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { openAppValues } from "@/lib/auth-configs/app-credentials";
import { openAuthConfigCredentials, openSharedCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { presetValues } from "@/lib/auth-configs/require-scheme";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues } from "../account-values";
import type { ResolvedAccount } from "../accounts/accounts";
import { recordAccountUse } from "../accounts/record-account-use";
import { expireAccount } from "../accounts/expire-account";
import { refreshAccount } from "./refresh-account";
import { endsSoon, QUIET_FIX, type RefreshCause, type RefreshOutcome } from "./refresh-outcome";
import { assertNamedByConfig, sendsSecret, sentNames } from "../oauth/secret-hosts";
import { usableSecrets } from "./usable-secrets";

export type UsableValues = {
  /** By their names in the API: `access_token`, `api_key`, `username`, `subdomain`, ... */
  values: Record<string, string>;
  /** Replaces the toolkit's base URL, if the connection or its auth config has one. */
  baseUrl?: string;
  /** Every text that must not appear in a log or an answer. */
  secrets: readonly string[];
};

export type OpenCredentials = UsableValues & { expiresAt: Date | null };

type Values = Readonly<Record<string, string>>;

/** The account's project and toolkit: the toolkit's addresses can need values of the connection. */
type ToolkitOfAccount = Pick<ResolvedAccount, "projectId" | "toolkitSlug">;

type Sealed = Pick<ResolvedAccount, "credentials" | "expiresAt">;

/** The values of an auth config with the operator's managed app, which are added to the account's own. */
async function managedValues(account: ResolvedAccount, scheme: ToolkitAuthScheme): Promise<Values> {
  const { projectId, authConfigId: id, authConfig, toolkitSlug } = account;
  const toolkit = await findToolkit(projectId, toolkitSlug);
  if (!toolkit) return openConfig(account);
  return openAppValues({ id, projectId, managed: true, credentials: authConfig.credentials }, toolkit, scheme);
}

/** The values of an auth config itself. */
const openConfig = ({ projectId, authConfigId, authConfig }: ResolvedAccount): Values =>
  openAuthConfigCredentials(projectId, authConfigId, authConfig.credentials).values;

const applied = new WeakMap<ToolkitAuthScheme, readonly string[]>();

/** The names of the values that a scheme sends with each request. */
function appliedNames(scheme: ToolkitAuthScheme): readonly string[] {
  const names = applied.get(scheme) ?? sentNames(scheme.apply.map(({ value }) => ({ value })));
  applied.set(scheme, names);
  return names;
}

/**
 * The values that requests of a connection use, which can be values that are not stored yet.
 * @param from `config`: the auth config's own values; `given`: these and the values that all of its connections share;
 * `own`: those of the connection
 * @throws ApiError BadRequest if the connection would send a secret of the auth config to a server of its choice
 */
export async function toUsable(
  account: ToolkitOfAccount,
  scheme: ToolkitAuthScheme,
  { config, given: sharedValues, own: accountValues }: { config: Values; given: Values; own: Values },
): Promise<UsableValues> {
  if (sendsSecret(scheme, { given: sharedValues, own: accountValues }, appliedNames(scheme)))
    assertNamedByConfig(await findToolkit(account.projectId, account.toolkitSlug), scheme, {
      config,
      given: sharedValues,
      own: accountValues,
    });
  // A field that is younger than the account has its default value.
  const presets = presetValues(scheme.fields.connectedAccountInitiation);
  const values = { ...presets, ...sharedValues, ...accountValues };
  // The auth config's base URL wins over the end user's, because secrets of the auth config may be sent there.
  const baseUrl = config.base_url ?? values.base_url;
  return { values, ...(baseUrl && { baseUrl }), secrets: usableSecrets(values, accountValues, scheme) };
}

/** Usable values and their sources. Each source is the same object as long as it is stored unchanged. */
type UsableEntry = {
  config: Values;
  sharedCredentials: string | null;
  scheme: ToolkitAuthScheme;
  usable: UsableValues;
};

/** The last usable values by the opened values of their account. An entry ends with these opened values. */
const lastUsable = new WeakMap<Values, UsableEntry>();

async function toOpen(account: ResolvedAccount, scheme: ToolkitAuthScheme, sealed: Sealed): Promise<OpenCredentials> {
  const { projectId, authConfigId, authConfig } = account;
  const { sharedCredentials } = authConfig;
  const config = authConfig.managed ? await managedValues(account, scheme) : openConfig(account);
  const accountValues = openAccountValues(projectId, account.id, sealed.credentials);
  const last = lastUsable.get(accountValues);
  if (last?.config === config && last.sharedCredentials === sharedCredentials && last.scheme === scheme)
    return { expiresAt: sealed.expiresAt, ...last.usable };
  const sharedValues = { ...config, ...openSharedCredentials(projectId, authConfigId, sharedCredentials) };
  const usable = await toUsable(account, scheme, { config, given: sharedValues, own: accountValues });
  Object.freeze(usable.values);
  // Whether a secret of the auth config may be sent also depends on the toolkit, which can change.
  if (!sendsSecret(scheme, { given: sharedValues, own: accountValues }, appliedNames(scheme)))
    lastUsable.set(accountValues, { config, sharedCredentials, scheme, usable });
  return { expiresAt: sealed.expiresAt, ...usable };
}

const refreshed = (account: ResolvedAccount, outcome: Extract<RefreshOutcome, { renewed: true }>): Sealed => ({
  ...account,
  credentials: outcome.credentials,
  expiresAt: outcome.expiresAt,
});

function toError(account: ResolvedAccount, outcome: Extract<RefreshOutcome, { renewed: false }>): ApiError {
  const message = `The credentials of the ${account.toolkitSlug} account ${account.id} could not be renewed. ${outcome.reason}`;
  if (outcome.ended)
    return new ApiError("BadRequest", message, {
      code: 1803,
      slug: "ActionExecute_ConnectedAccountExpired",
      suggestedFix:
        "Connect the account again: POST /api/v3/connected_accounts/{id}/refresh gives a consent link that keeps its id.",
    });
  if (outcome.quiet) return new ApiError("Unavailable", message, { suggestedFix: QUIET_FIX });
  const seconds = outcome.retryAt ? Math.max(1, Math.ceil((outcome.retryAt.getTime() - now().getTime()) / 1000)) : 5;
  return new ApiError("Unavailable", message, {
    suggestedFix: `Try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** Makes an account EXPIRED whose token has expired and cannot be renewed. */
async function expireForGood(account: ResolvedAccount): Promise<ApiError> {
  const reason = "The access token ended, and the provider gave no refresh token. Connect the account again.";
  await db.$transaction((tx) => expireAccount(tx, account.projectId, account.id, { reason, by: "system" }));
  return toError(account, { renewed: false, ended: true, reason, retryAt: null });
}

/**
 * The credentials of an account, ready for `applyCredentials`. A token that expires soon is renewed first. If that
 * fails for a temporary reason, the old token is used until it expires.
 * @throws ApiError BadRequest (code 1803) if only a new consent helps, Unavailable if the provider cannot be reached
 */
export async function openCredentials(
  projectId: string,
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  on: Origin,
): Promise<OpenCredentials> {
  if (account.projectId === projectId) recordAccountUse(account.id);
  return openUnused(projectId, account, scheme, on);
}

/** Like `openCredentials`, for a request that is no use of the account. */
export async function openUnused(
  projectId: string,
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  on: Origin,
): Promise<OpenCredentials> {
  if (account.projectId !== projectId) throw new Error("An account was opened for another project.");
  const values = openAccountValues(projectId, account.id, account.credentials);
  if (!isRenewable(scheme) || !endsSoon(account.expiresAt, values)) return toOpen(account, scheme, account);
  const stillWorks = account.expiresAt !== null && account.expiresAt > now();
  if (!values.refresh_token && !scheme.grant) {
    if (stillWorks) return toOpen(account, scheme, account);
    throw await expireForGood(account);
  }
  if (stillWorks && account.refreshAfter && account.refreshAfter > now()) return toOpen(account, scheme, account);
  const outcome = await refreshAccount(account, scheme, { because: "the token ends soon", on });
  if (outcome.renewed) return toOpen(account, scheme, refreshed(account, outcome));
  if (stillWorks && !outcome.ended) return toOpen(account, scheme, account);
  throw toError(account, outcome);
}

/**
 * Renews a token that should still be valid but got a 401 from the provider. If another execution has renewed it in the
 * meantime, the new token is used.
 * @throws ApiError like `openCredentials`; BadRequest 1803 too for credentials that cannot be renewed
 */
export async function refreshNow(
  projectId: string,
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  cause: Pick<RefreshCause, "because" | "on">,
): Promise<OpenCredentials> {
  if (account.projectId !== projectId) throw new Error("An account was renewed for another project.");
  const outcome: RefreshOutcome = isRenewable(scheme)
    ? await refreshAccount(account, scheme, { ...cause, tokenRefused: true })
    : { renewed: false, ended: true, reason: `${account.scheme} credentials do not renew themselves.`, retryAt: null };
  if (!outcome.renewed) throw toError(account, outcome);
  return toOpen(account, scheme, refreshed(account, outcome));
}
