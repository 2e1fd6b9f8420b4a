/**
 * Stores a provider's callback, sealed, until the project's app confirms which user came back: for ten minutes and one
 * use.
 */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { ConnectedAccount } from "../accounts/accounts";
import { LOCK_STATUS } from "../accounts/move-account";
import type { ExchangeState, OAuthCallback } from "./exchange-consent";

const LIFE_SECONDS = 600;
const PREFIX = "urn:patchbay:callback:";

const sealContext = (projectId: string, hash: string) => ({
  projectId,
  rowId: hash,
  column: "callback_session.answer",
});

/** What the exchange needs of a callback that waits. */
export type WaitingAnswer = { begun: Omit<ExchangeState, "projectId">; callback: OAuthCallback };

/**
 * Stores a callback. A later one for the same account replaces it, and the account waits for the app until the session
 * expires.
 * @returns the session's URI, with which it is redeemed; null if the account was revoked or deleted meanwhile
 */
export async function createCallbackSession(
  { projectId, id }: Pick<ConnectedAccount, "projectId" | "id">,
  answer: WaitingAnswer,
): Promise<string | null> {
  const uri = newToken(PREFIX);
  const hash = hashToken(uri);
  const sealed = sealJson(answer, sealContext(projectId, hash));
  return db.$transaction(async (tx) => {
    const [row] = await rowsIn(tx, LOCK_STATUS, [projectId, id]);
    if (!row || row.status === "REVOKED") return null;
    await tx.callbackSession.deleteMany({ where: { projectId, accountId: id } });
    await tx.callbackSession.create({
      data: { hash, projectId, accountId: id, answer: sealed, createdAt: now(), expiresAt: inSeconds(LIFE_SECONDS) },
    });
    await tx.connectedAccount.updateMany({ where: { projectId, id }, data: { updatedAt: now() } });
    await recordAccountEvent(tx, projectId, id, {
      status: row.status,
      reason: "The user came back from the provider. The app has to confirm who they are.",
      by: "user",
    });
    return uri;
  });
}

const TAKE = statement({
  name: "connected-accounts.take-callback",
  text: "DELETE FROM callback_session WHERE project_id = $1 AND hash = $2 AND expires_at > $3 RETURNING account_id, answer",
  columns: { account_id: "text", answer: "text" },
});

/**
 * Redeems a session; of two parallel calls exactly one gets it.
 * @returns null if it is unknown, expired, used, or of another project (then it stays)
 */
export async function takeCallbackSession(
  projectId: string,
  uri: string,
): Promise<(WaitingAnswer & { accountId: string }) | null> {
  const hash = hashToken(uri);
  const [row] = await rowsOf(TAKE, [projectId, hash, now()]);
  if (!row) return null;
  return { accountId: row.account_id, ...(openJson(row.answer, sealContext(projectId, hash)) as WaitingAnswer) };
}

/** The verifier URL with the session's URI added to its query. */
export function toVerifier(verifierUrl: string, sessionUri: string): string {
  const url = new URL(verifierUrl);
  url.searchParams.set("session_uri", sessionUri);
  return url.href;
}
