/** Takes one account's access back at its provider while the caller waits. */
import { db, type Db } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { openAccountValues, sealAccountValues, type AccountValues } from "../account-credentials";
import { recordAccountEvent } from "../account-events";
import { requireAccount, type ConnectedAccount } from "../accounts";
import { lockAccount } from "../change-values";
import type { AccountStatus } from "../contract";
import { endOpenWays } from "../link-session";
import { inRefreshSlot } from "../refresh-slots";
import { moveAccount } from "../status";
import { revokeAtProvider, type Revocation, type RevokedToken } from "./at-provider";
import { makersOf, sealRemains, type Maker } from "./revocable";

export type RevokedAccount = { id: string; status: AccountStatus; revokedTokens: RevokedToken[] };

async function storeOutcome(
  tx: Db,
  projectId: string,
  account: ConnectedAccount,
  maker: Maker,
  values: AccountValues,
  revocation: Revocation,
): Promise<void> {
  if (!revocation.done)
    return recordAccountEvent(tx, projectId, account.id, {
      status: account.status as AccountStatus,
      reason: `The access could not be revoked. ${revocation.said}`,
      by: "provider",
    });
  const data = {
    credentials: sealRemains(projectId, account.id, maker.scheme, values),
    expiresAt: null,
    refreshFailures: 0,
    refreshAfter: null,
  };
  await moveAccount(tx, projectId, account.id, {
    to: "REVOKED",
    reason: `Revoked on request. ${revocation.said}`,
    by: "api",
    data,
  });
  await endOpenWays(tx, projectId, account.id);
}

/** Under the row's lock: no refresh makes a new token meanwhile. */
async function revokeLocked(tx: Db, projectId: string, id: string, maker: Maker): Promise<Revocation> {
  const account = await lockAccount(tx, projectId, id);
  if (account.status === "REVOKED") return { done: true, tokens: [], said: "" };
  let values = openAccountValues(projectId, id, account.credentials);
  const keep = async (renewed: AccountValues) => {
    values = renewed;
    await tx.connectedAccount.updateMany({
      where: { id, projectId },
      data: { credentials: sealAccountValues(projectId, id, renewed) },
    });
  };
  const revocation = await revokeAtProvider({ ...maker, values, keep });
  await storeOutcome(tx, projectId, account, maker, values, revocation);
  return revocation;
}

/**
 * `POST /connected_accounts/{id}/revoke`. The account is REVOKED and its tokens are gone only when the provider took them
 * back, or has no way to; a second call for it changes nothing. An account that could not be revoked is as it was.
 * @throws ApiError NotFound; Unavailable when the provider cannot be asked now, BadRequest when it refuses
 */
export async function revokeAccount(projectId: string, id: string): Promise<RevokedAccount> {
  const found = await requireAccount(projectId, id);
  const maker = (await makersOf(projectId, [found]))(found);
  // The provider is asked up to four times, 15 seconds each.
  const revocation = await inRefreshSlot(projectId, () =>
    db.$transaction((tx) => revokeLocked(tx, projectId, id, maker), { maxWait: 10_000, timeout: 90_000 }),
  );
  if (revocation.done) return { id, status: "REVOKED", revokedTokens: revocation.tokens };
  const message = `The ${found.toolkitSlug} account ${id} was not revoked. ${revocation.said}`;
  if (revocation.retry)
    throw new ApiError("Unavailable", message, {
      suggestedFix: "Nothing was deleted: try again in a minute.",
      headers: { "retry-after": "60" },
    });
  throw new ApiError("BadRequest", message, {
    suggestedFix: "Remove the app's access in the person's settings at the provider, then delete the account here.",
  });
}
