/** Renews a connection on request: by its refresh token, or by a new consent that keeps the account's id. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues, sealAccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import { requireAccount, requireResolved } from "../accounts/accounts";
import { readCallbackUrl } from "../pages/callback-url";
import { lockAccount } from "../credentials/add-values";
import { connectMode } from "./connect-mode";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import { PENDING_URL, keptForConsent, missingFields } from "../credentials/connection-values";
import type { AccountStatus, EventActor } from "../contract";
import { newLink, storeLink, type NewLink } from "../accounts/connect-links";
import { checkAccount } from "../proof/check-account";
import { refreshAccount } from "../credentials/refresh-account";
import { moveAccount } from "../accounts/move-account";

export type Reconnection = { id: string; status: AccountStatus; redirectUrl: string | null; expiresAt?: Date };

/**
 * How the owner comes back to the app, how long the link works, and who asks for it: by default a caller of the API.
 */
export type LinkAgain = {
  redirectUrl?: string | undefined;
  linkMinutes?: number | undefined;
  by?: Extract<EventActor, "api" | "user">;
  /** The page of this server where the person goes back to, in place of the app. */
  returnTo?: string | undefined;
};

/** Tries the refresh token. Null if the account has no refresh token, or if the provider no longer accepts it. */
async function renewByToken(
  projectId: string,
  id: string,
  { scheme }: ConnectionContext,
  { by, on }: { by: EventActor; on: Origin },
): Promise<Reconnection | null> {
  const account = await requireResolved(projectId, id);
  const renewable = account.status === "ACTIVE" || account.status === "EXPIRED";
  if (!renewable || !(scheme.grant || openAccountValues(projectId, id, account.credentials).refresh_token)) return null;
  const outcome = await refreshAccount(account, scheme, { because: "someone asked for it", on });
  if (outcome.renewed) {
    await recordAccountEvent(db, projectId, id, {
      status: "ACTIVE",
      reason: "The token was renewed on request.",
      by,
    });
    return { id, status: "ACTIVE", redirectUrl: null };
  }
  if (outcome.ended || outcome.over) return null;
  const seconds = outcome.retryAt ? Math.max(1, Math.ceil((outcome.retryAt.getTime() - now().getTime()) / 1000)) : 5;
  throw new ApiError("Unavailable", outcome.reason, {
    suggestedFix: `Try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** A new link for an existing account. A working account keeps working until the person has finished. */
async function createReconnectLink(
  projectId: string,
  id: string,
  { scheme, given: sharedValues }: ConnectionContext,
  { redirectUrl, linkMinutes, by = "api", returnTo }: LinkAgain,
): Promise<{ status: AccountStatus; link: NewLink }> {
  const callbackUrl = readCallbackUrl(redirectUrl);
  return db.$transaction(async (tx) => {
    const account = await lockAccount(tx, projectId, id);
    const storedValues = openAccountValues(projectId, id, account.credentials);
    const complete = missingFields(scheme, { ...sharedValues, ...keptForConsent(scheme, storedValues) }).length === 0;
    const mode = complete && connectMode(scheme.mode).consent ? "redirect" : "page";
    const link = { ...newLink(mode, linkMinutes), returnTo };
    await storeLink(tx, projectId, id, link);
    const data = {
      ...(callbackUrl && { callbackUrl }),
      credentials: sealAccountValues(projectId, id, { ...storedValues, [PENDING_URL]: link.url }),
    };
    const moved = await moveAccount(tx, projectId, id, {
      to: "INITIATED",
      reason: null,
      by,
      note: "A new connect link was created.",
      data,
    });
    if (!moved) {
      await tx.connectedAccount.updateMany({ where: { id, projectId }, data });
      await recordAccountEvent(tx, projectId, id, {
        status: account.status as AccountStatus,
        reason: "A new connect link was created.",
        by,
      });
    }
    return { status: moved ? "INITIATED" : (account.status as AccountStatus), link };
  });
}

/**
 * A new link for an account in any state, without asking the provider about what it has.
 * @throws ApiError NotFound; BadRequest for an invalid callback URL
 */
export async function linkAgain(projectId: string, id: string, how: LinkAgain = {}): Promise<NewLink> {
  const { authConfigId } = await requireAccount(projectId, id);
  return (await createReconnectLink(projectId, id, await requireContext(projectId, authConfigId), how)).link;
}

/**
 * `POST /connected_accounts/{id}/refresh`.
 * @param validates whether the provider is asked about a key that works as far as we know
 * @throws ApiError NotFound; Unavailable if the provider cannot be reached now; BadRequest for an invalid callback URL
 */
export async function reconnect(
  projectId: string,
  id: string,
  { validates, on, ...how }: LinkAgain & { validates?: boolean | undefined; on: Origin },
): Promise<Reconnection> {
  const account = await requireAccount(projectId, id);
  readCallbackUrl(how.redirectUrl);
  const context = await requireContext(projectId, account.authConfigId);
  const { consent } = connectMode(context.scheme.mode);
  const renewed =
    consent || context.scheme.grant ? await renewByToken(projectId, id, context, { by: how.by ?? "api", on }) : null;
  if (renewed) return renewed;
  // API keys do not expire, so an ACTIVE account needs nothing, unless the provider has been asked and refuses its key.
  if (!consent && account.status === "ACTIVE") {
    const wasRefused = validates && (await checkAccount(projectId, id, on)).result === "refused";
    if (!wasRefused) return { id, status: "ACTIVE", redirectUrl: null };
  }
  const { status, link } = await createReconnectLink(projectId, id, context, how);
  return { id, status, redirectUrl: link.url, expiresAt: link.expiresAt };
}
