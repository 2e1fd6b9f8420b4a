/** Renews a token exactly once, however many executions and processes need it at the same time. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { openAppCredentials } from "@/lib/auth-configs/app-credentials";
import { openSharedCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { toToolkitLabel } from "@/lib/catalog/read/catalog";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { declareCounter } from "@/lib/kernel/metrics/counter";
import { inSeconds } from "@/lib/kernel/time/clock";
import { log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { findQuiet } from "@/lib/kernel/database/quiet";
import { beforeStop, isUnstorable } from "@/lib/kernel/database/persist";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { openAccountValues, sealAccountValues, type AccountValues } from "../account-values";
import type { ResolvedAccount } from "../accounts/accounts";
import type { FreshTokens } from "./store-tokens";
import { keepTokens } from "./keep-tokens";
import { toOAuthClient } from "../oauth/oauth-client";
import { OAuthFailure } from "../oauth/oauth-failure";
import { refreshTokens } from "../oauth/oauth2";
import { recordFailure } from "./record-failure";
import { readTokenRow, waitForLease, type Lease, type TokenRow } from "./refresh-lease";
import { QUIET_OUTCOME, toEndedOutcome, knownOutcome, type RefreshCause, type RefreshOutcome } from "./refresh-outcome";
import { withTokenSlot } from "../oauth/with-token-slot";
import { traceRefresh, traceTokenRequest } from "./trace-refresh";
import { renewedValues, type TokenSet } from "../oauth/token-answer";
import { grantToken } from "../oauth/grant-token";

const refreshes = declareCounter({
  name: "patchbay_token_refreshes_total",
  help: "Renewals of tokens for which this copy asked the provider, by toolkit and outcome.",
  labels: ["toolkit", "outcome"],
});

const state = () =>
  processMemory("connected-accounts.refreshing", () => ({
    attempts: shareInFlight<RefreshOutcome>(),
    /** By account: new tokens that are in use while the database cannot store them. */
    unstored: new Map<string, RefreshOutcome>(),
  }));

/** Requests new tokens from the provider. @throws OAuthFailure; ApiError if the auth config's app is gone */
async function askForTokens(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  old: AccountValues,
): Promise<TokenSet> {
  const { projectId, authConfigId, authConfig, toolkitSlug } = account;
  const app = await openAppCredentials(
    { id: authConfigId, projectId, ...authConfig },
    await requireToolkit(projectId, toolkitSlug),
    scheme,
  );
  if (!scheme.grant) {
    const client = toOAuthClient(scheme, app, old);
    return traceTokenRequest(account, client.provider.tokenUrl, () => refreshTokens(client, old.refresh_token ?? ""));
  }
  const shared = openSharedCredentials(projectId, authConfigId, authConfig.sharedCredentials);
  const granting = { scheme, app, given: { ...app.values, ...shared }, values: old };
  return traceTokenRequest(account, undefined, () => grantToken(granting));
}

/** The outcome for an account that others changed while its provider was asked. */
async function outcomeOfOthers(account: ResolvedAccount, cause: RefreshCause): Promise<RefreshOutcome> {
  const row = await readTokenRow(account);
  const reason = "The account was changed while its token was renewed.";
  return knownOutcome(row, account, cause) ?? { renewed: false, ended: false, reason, retryAt: null };
}

/** Records in the account why it has no new token: the provider's token can never be stored. */
function tellUnstorable(
  account: ResolvedAccount,
  cause: RefreshCause,
  old: AccountValues,
  error: unknown,
): Promise<RefreshOutcome> {
  log.error(cause.on, "fresh tokens cannot be stored", { error, connected_account_id: account.id });
  const reason = "The provider's answer holds values that cannot be stored.";
  return fail(account, cause, old, new OAuthFailure("refused", reason, { cause: error }));
}

/**
 * Stores the tokens, then ends the lease. Waiting callers get them as soon as they are stored, or are safe in a file
 * because the database is not available.
 */
function keep(
  account: ResolvedAccount,
  cause: RefreshCause,
  fresh: FreshTokens,
  lease: Lease,
): Promise<RefreshOutcome> {
  const { projectId, id } = account;
  const { unstored } = state();
  return new Promise((resolve, reject) => {
    const onTrouble = () => {
      const credentials = sealAccountValues(projectId, id, renewedValues(fresh.old, fresh.tokens));
      const outcome: RefreshOutcome = { renewed: true, credentials, expiresAt: fresh.expiresAt };
      unstored.set(id, outcome);
      resolve(outcome);
    };
    beforeStop(() => keepTokens(fresh, cause.on, onTrouble))
      .then(async (result) =>
        resolve(
          result.kept
            ? { renewed: true, credentials: result.credentials, expiresAt: result.expiresAt }
            : await outcomeOfOthers(account, cause),
        ),
      )
      .catch((error: unknown) =>
        isUnstorable(error) ? tellUnstorable(account, cause, fresh.old, error).then(resolve) : reject(error as Error),
      )
      .catch(reject)
      .finally(() => {
        unstored.delete(id);
        return lease.end();
      });
  });
}

async function fail(
  account: ResolvedAccount,
  cause: RefreshCause,
  old: AccountValues,
  error: unknown,
): Promise<RefreshOutcome> {
  if (!(error instanceof OAuthFailure)) throw error;
  log.warn(cause.on, "a connection's token was not renewed", {
    connected_account_id: account.id,
    because: cause.because,
    kind: error.kind,
    reason: error.message,
  });
  return (
    (await recordFailure(account, old, error, cause.tokenRefused ?? false)) ?? (await outcomeOfOthers(account, cause))
  );
}

/** Holds only the lease, but no transaction and no database connection, while the provider is asked. */
async function askAndKeep(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  cause: RefreshCause,
  row: TokenRow,
  lease: Lease,
): Promise<RefreshOutcome> {
  const { projectId, id: accountId, authConfigId } = account;
  const old = openAccountValues(projectId, accountId, row.credentials);
  const answer = await askForTokens(account, scheme, old).then(
    (tokens) => ({ tokens }),
    (error: unknown) => ({ error }),
  );
  const failure = "error" in answer ? (answer.error instanceof OAuthFailure ? answer.error.kind : "error") : undefined;
  refreshes.add([toToolkitLabel(account.toolkitSlug), failure ?? "renewed"]);
  if ("error" in answer) return fail(account, cause, old, answer.error).finally(lease.end);
  const { tokens } = answer;
  const expiresAt = tokens.expiresInSeconds === null ? null : inSeconds(tokens.expiresInSeconds);
  return keep(
    account,
    cause,
    { projectId, accountId, authConfigId, old, oldSealed: row.credentials, tokens, expiresAt },
    lease,
  );
}

async function attempt(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  cause: RefreshCause,
): Promise<RefreshOutcome> {
  const { projectId, id } = account;
  const settle = (row: TokenRow | undefined) => {
    const settled = knownOutcome(row, account, cause);
    if (settled || !row || scheme.grant) return settled;
    const { refresh_token: token } = openAccountValues(projectId, id, row.credentials);
    return token ? undefined : toEndedOutcome("The provider gave no refresh token.");
  };
  const turn = await waitForLease(account, settle, cause.on);
  if (turn === "late") {
    const reason = "Another process is renewing it and has no answer yet.";
    return { renewed: false, ended: false, reason, retryAt: null };
  }
  if ("settled" in turn) return turn.settled;
  return beforeStop(() => askAndKeep(account, scheme, cause, turn.row, turn.lease));
}

/**
 * Renews the account's token. Callers in this process share one attempt; other processes wait for the lease and then
 * get the new token from the row (docs/decisions/0005).
 */
export function refreshAccount(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  cause: RefreshCause,
): Promise<RefreshOutcome> {
  const { attempts, unstored } = state();
  const unstoredOutcome = unstored.get(account.id);
  if (unstoredOutcome) return Promise.resolve(unstoredOutcome);
  return traceRefresh(account, cause, () =>
    attempts.run(account.id, async () => {
      if (await findQuiet()) return QUIET_OUTCOME;
      const outcome = await withTokenSlot(account.projectId, () => attempt(account, scheme, cause));
      const facts = { connected_account_id: account.id, because: cause.because };
      if (outcome.renewed) log.info(cause.on, "a connection's token is fresh", facts);
      return outcome;
    }),
  );
}
