/** Records that a provider did not renew a token. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { openAccountValues, type AccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { ResolvedAccount } from "../accounts/accounts";
import { expireAccount } from "../accounts/expire-account";
import { isSameGrant, lockTokens } from "./store-tokens";
import type { OAuthFailure } from "../oauth/oauth-failure";
import { toEndedOutcome, type RefreshOutcome } from "./refresh-outcome";

/**
 * The pause before the next try: 5 s, 10 s, 20 s ... 10 minutes, so that not every execution asks a failing provider.
 */
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
    return toEndedOutcome(reason);
  }
  const retryAt = rejected ? row.expiresAt : inSeconds(coolDownSeconds(failures));
  const reason = rejected
    ? "The provider does not renew this connection any more, so it ends with its present token. " +
      `${failure.message} Connect the account again.`
    : `The last refresh failed. ${failure.message}`;
  await tx.connectedAccount.updateMany({
    where: { id, projectId },
    data: { refreshFailures: failures, refreshAfter: retryAt, statusReason: reason },
  });
  // The history only gets the first of several failures in a row.
  if (failures === 1) await recordAccountEvent(tx, projectId, id, { status: row.status, reason, by: "provider" });
  return { renewed: false, ended: false, ...(rejected && { over: true }), reason, retryAt };
}

/**
 * Records the failure in the account's row.
 * @returns undefined if the account has other tokens by now, so that the failure does not concern them
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
