/** Writes down that a provider did not renew a token. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { openAccountValues, type AccountValues } from "../account-credentials";
import { recordAccountEvent } from "../accounts/events";
import type { ResolvedAccount } from "../accounts/accounts";
import { expireAccount } from "../accounts/expiry";
import { isSameGrant, lockTokens } from "./store-tokens";
import type { OAuthFailure } from "../oauth/failure";
import { endedBecause, type RefreshOutcome } from "./refresh-outcome";

/** 5 s, 10 s, 20 s ... 10 minutes: a provider in trouble is not asked by every execution. */
const coolDownSeconds = (failures: number): number => Math.min(600, 5 * 2 ** Math.min(failures - 1, 10));

type Row = NonNullable<Awaited<ReturnType<typeof lockTokens>>>;

async function record(
  tx: Db,
  { projectId, id }: ResolvedAccount,
  row: Row,
  failure: OAuthFailure,
  tokenRefused: boolean,
): Promise<RefreshOutcome> {
  const failures = row.refreshFailures + 1;
  const rejected = failure.kind === "rejected";
  const works = row.status === "ACTIVE" && !tokenRefused && row.expiresAt !== null && row.expiresAt > now();
  if (rejected && !works) {
    const reason = `The provider no longer accepts this connection. ${failure.message} Connect the account again.`;
    const data = { refreshFailures: failures, refreshAfter: null };
    await expireAccount(tx, projectId, id, { reason, by: "provider", data });
    return endedBecause(reason);
  }
  const retryAt = rejected ? row.expiresAt : inSeconds(coolDownSeconds(failures));
  const reason = rejected
    ? `The provider does not renew this connection any more, so it ends with its present token. ${failure.message} Connect the account again.`
    : `The last refresh failed. ${failure.message}`;
  await tx.connectedAccount.updateMany({
    where: { id, projectId },
    data: { refreshFailures: failures, refreshAfter: retryAt, statusReason: reason },
  });
  // Later failures in a row say the same: the history names the first.
  if (failures === 1) await recordAccountEvent(tx, projectId, id, { status: row.status, reason, by: "provider" });
  return { renewed: false, ended: false, ...(rejected && { over: true }), reason, retryAt };
}

/**
 * Records the failure with the account that the provider was asked about.
 * @returns undefined when its tokens are others by now, so that the failure says nothing about them
 */
export const recordFailure = (
  account: ResolvedAccount,
  old: AccountValues,
  failure: OAuthFailure,
  tokenRefused: boolean,
): Promise<RefreshOutcome | undefined> =>
  db.$transaction(async (tx) => {
    const row = await lockTokens(tx, account.projectId, account.id);
    if (!row || !isSameGrant(openAccountValues(account.projectId, account.id, row.credentials), old)) return undefined;
    return record(tx, account, row, failure, tokenRefused);
  });
