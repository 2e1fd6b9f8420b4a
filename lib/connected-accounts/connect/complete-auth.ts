/** Completes a consent in a project that verifies callbacks: its app names the user who is signed in. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { ConnectedAccount } from "../accounts/accounts";
import { takeCallbackSession } from "./create-callback-session";
import { isKnownFailure, toFailure } from "./consent-failure";
import type { AccountStatus } from "../contract";
import { exchangeConsent } from "./exchange-consent";
import { endAttempt } from "../accounts/end-attempt";

const BEGIN_ANEW = "Make a new link and let the person connect again: a session is redeemed once, within ten minutes.";
const MISMATCH = "Callback identity verification failed";

/** The SDKs retry after a 500, and would then get "unknown session" instead of the real error. */
const NO_RETRY = { "x-should-retry": "false" };

const unknownSession = () =>
  new ApiError("NotFound", "Unknown session_uri: it doesn't exist, has expired or was already used.", {
    suggestedFix: BEGIN_ANEW,
  });

/**
 * Fails the account if another user came back than the user who began the connection. An account that worked before
 * keeps its status.
 */
async function refuseUser({ projectId, id, status }: ConnectedAccount): Promise<never> {
  await db.$transaction(async (tx) => {
    const failed = await endAttempt(tx, projectId, id, { to: "FAILED", reason: MISMATCH, by: "api" });
    if (!failed)
      await recordAccountEvent(tx, projectId, id, {
        status: status as AccountStatus,
        reason: MISMATCH,
        by: "api",
      });
  });
  throw new ApiError("BadRequest", `${MISMATCH}: the connection was begun for another user_id.`, {
    suggestedFix: "Send the ID of the user signed in to your app. Never complete a connection for someone else.",
    errors: ["user_id: is not the user of this connection"],
  });
}

/** Records the failure in the account's history; the account does not change. */
async function failExchange({ projectId, id, status }: ConnectedAccount, error: unknown, on: Origin): Promise<never> {
  const { message } = toFailure(error, on);
  if (!isKnownFailure(error))
    throw new ApiError("Internal", "The server failed to finish the connection.", {
      suggestedFix: BEGIN_ANEW,
      headers: NO_RETRY,
      cause: error,
    });
  await recordAccountEvent(db, projectId, id, {
    status: status as AccountStatus,
    reason: `The app confirmed the user, but couldn't connect the account. ${message}`,
    by: "provider",
  });
  throw new ApiError("NotFound", `Couldn't connect the account. ${message}`, { suggestedFix: BEGIN_ANEW });
}

/**
 * `POST /connected_accounts/complete_auth`: redeems the session of a callback and makes the account ACTIVE. The session
 * is used up even if this fails.
 * @param userId the user whom the project's app has signed in
 * @throws ApiError NotFound for a session that is unknown, expired, used or another project's, and when the provider
 * refuses the exchange; BadRequest for another user than the account's, which makes a waiting account FAILED
 */
export async function completeAuth(
  projectId: string,
  sessionUri: string,
  userId: string,
  on: Origin,
): Promise<ConnectedAccount> {
  const session = await takeCallbackSession(projectId, sessionUri);
  const account = session && (await db.connectedAccount.findFirst({ where: { id: session.accountId, projectId } }));
  if (!account) throw unknownSession();
  if (account.userId !== userId) {
    log.warn(on, "a connection was not completed, as another user came back", { connected_account_id: account.id });
    return refuseUser(account);
  }
  try {
    await exchangeConsent(account, { projectId, ...session.begun }, session.callback, on);
    return account;
  } catch (error) {
    return failExchange(account, error, on);
  }
}
