/** Revokes one account at its provider while the caller waits. */
import { inSeconds } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { findQuiet } from "@/lib/kernel/database/quiet";
import { beforeStop } from "@/lib/kernel/database/persist";
import { openAccountValues, type AccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import { requireAccount, unknownAccount, type ConnectedAccount } from "../accounts/accounts";
import { lockAccount } from "../credentials/add-values";
import type { AccountStatus, EventActor } from "../contract";
import { isSameGrant } from "../credentials/store-tokens";
import { ensureTokensSaved } from "../credentials/keep-tokens";
import { endOpenWays } from "../accounts/connect-links";
import { waitForLease, type TokenRow } from "../credentials/refresh-lease";
import { QUIET_FIX } from "../credentials/refresh-outcome";
import { withTokenSlot } from "../oauth/with-token-slot";
import { moveAccount } from "../accounts/move-account";
import { renewedValues, type TokenSet } from "../oauth/token-answer";
import { revokeAtProvider, type Revocation, type RevokedToken } from "../oauth/revoke-at-provider";
import { findSharedGrant, leftToProvider } from "../credentials/find-shared-grant";
import { findRevocationContexts, sealRemains, type RevocationContext } from "../credentials/find-revocation-contexts";

/** How often a revocation is tried if the account is connected again meanwhile. */
const MAX_TRIES = 3;
const NOTHING: Revocation = { done: true, tokens: [], message: "" };

/** The actor of a revocation, and the request that it belongs to. */
export type RevocationRequest = { by: Extract<EventActor, "api" | "user">; on: Origin };
const BY: Readonly<Record<RevocationRequest["by"], string>> = {
  api: "Revoked on request.",
  user: "Disconnected by the user.",
};

export type RevokedAccount = { id: string; status: AccountStatus; revokedTokens: RevokedToken[] };

async function storeOutcome(
  tx: Db,
  projectId: string,
  account: ConnectedAccount,
  context: RevocationContext,
  values: AccountValues,
  { revocation, by }: { revocation: Revocation; by: RevocationRequest["by"] },
): Promise<void> {
  if (!revocation.done)
    return recordAccountEvent(tx, projectId, account.id, {
      status: account.status as AccountStatus,
      reason: `Couldn't revoke the access. ${revocation.message}`,
      by: "provider",
    });
  const data = {
    credentials: sealRemains(projectId, account.id, context.scheme, values),
    currentUser: null,
    expiresAt: null,
    refreshFailures: 0,
    refreshAfter: null,
  };
  await moveAccount(tx, projectId, account.id, {
    to: "REVOKED",
    reason: `${BY[by]} ${revocation.message}`,
    by,
    data,
  });
  await endOpenWays(tx, projectId, account.id);
}

/** Stores the outcome; false if the account has other tokens by now, which were not revoked. */
const storeIfSame = (
  projectId: string,
  id: string,
  context: RevocationContext,
  revokedValues: AccountValues,
  outcome: { revocation: Revocation; by: RevocationRequest["by"] },
): Promise<boolean> =>
  db.$transaction(async (tx) => {
    const account = await lockAccount(tx, projectId, id);
    const values = openAccountValues(projectId, id, account.credentials);
    if (!isSameGrant(values, revokedValues)) return false;
    await storeOutcome(tx, projectId, account, context, values, outcome);
    return true;
  });

/** Revokes the tokens in the row without holding a connection or lock; repeats it for tokens that are new meanwhile. */
async function revokeLeased(
  projectId: string,
  id: string,
  context: RevocationContext,
  { by, on }: RevocationRequest,
): Promise<Revocation> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const account = await requireAccount(projectId, id);
    const { credentials, status, authConfigId } = account;
    if (status === "REVOKED") return NOTHING;
    const sharing = await findSharedGrant(projectId, account, context);
    let values = openAccountValues(projectId, id, credentials);
    const keep = async (tokens: TokenSet, old: AccountValues) => {
      values = renewedValues(old, tokens);
      const expiresAt = tokens.expiresInSeconds === null ? null : inSeconds(tokens.expiresInSeconds);
      await ensureTokensSaved({ projectId, accountId: id, authConfigId, old, tokens, expiresAt }, on);
    };
    const revocation = sharing ? leftToProvider(sharing) : await revokeAtProvider({ ...context, values, keep });
    if (await storeIfSame(projectId, id, context, values, { revocation, by })) return revocation;
  }
  return { done: false, retry: true, message: "The account kept being reconnected in the meantime." };
}

/** Revokes under the lease of the account's tokens, so that no refresh creates tokens meanwhile. */
async function revokeInTurn(
  projectId: string,
  id: string,
  context: RevocationContext,
  request: RevocationRequest,
): Promise<Revocation> {
  const settle = (row: TokenRow | undefined) => {
    if (!row) throw unknownAccount(id);
    return row.status === "REVOKED" ? NOTHING : undefined;
  };
  const turn = await waitForLease({ projectId, id }, settle, request.on);
  if (turn === "late")
    return { done: false, retry: true, message: "Its token is being renewed, and the provider isn't responding." };
  if ("settled" in turn) return turn.settled;
  return beforeStop(() => revokeLeased(projectId, id, context, request)).finally(turn.lease.end);
}

/**
 * `POST /connected_accounts/{id}/revoke`. The account becomes REVOKED and its tokens are deleted only if the provider
 * has revoked them, or has no way to. A second call changes nothing. On failure the account is unchanged.
 * @throws ApiError NotFound; Unavailable if the provider cannot be reached now, or this server is quiet, because the
 *   original has the same tokens; BadRequest if the provider refuses
 */
export async function revokeAccount(
  projectId: string,
  id: string,
  request: RevocationRequest,
): Promise<RevokedAccount> {
  const account = await requireAccount(projectId, id);
  if (account.status !== "REVOKED" && (await findQuiet()))
    throw new ApiError(
      "Unavailable",
      `The ${account.toolkitSlug} account ${id} was not revoked. This server was restored from a backup and is paused: ` +
        "it revokes nothing until an owner wakes it, because the original has the same tokens.",
      { suggestedFix: QUIET_FIX },
    );
  const context = (await findRevocationContexts(projectId, [account]))(account);
  const revocation = await withTokenSlot(projectId, () => revokeInTurn(projectId, id, context, request));
  if (revocation.done) return { id, status: "REVOKED", revokedTokens: revocation.tokens };
  const message = `The ${account.toolkitSlug} account ${id} was not revoked. ${revocation.message}`;
  if (revocation.retry)
    throw new ApiError("Unavailable", message, {
      suggestedFix: "Nothing was deleted: try again in a minute.",
      headers: { "retry-after": "60" },
    });
  throw new ApiError("BadRequest", message, {
    suggestedFix: "Remove the app's access in the user's settings at the provider, then delete the account here.",
  });
}
