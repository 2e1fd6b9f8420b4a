/** A provider's answer that waits until the project's app has said who came back: sealed, good for ten minutes and one use. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { recordAccountEvent } from "../accounts/events";
import type { ConnectedAccount } from "../accounts/accounts";
import { LOCK_STATUS } from "../accounts/status";
import type { Begun, OAuthCallback } from "./exchange";

const LIFE_SECONDS = 600;
const PREFIX = "urn:patchbay:callback:";

const place = (projectId: string, hash: string) => ({ projectId, rowId: hash, column: "callback_session.answer" });

/** What the exchange needs of a return that waits. */
export type WaitingAnswer = { begun: Omit<Begun, "projectId">; callback: OAuthCallback };

/**
 * Puts a return aside. A later return for the same account takes the place of an earlier one, and the account waits for
 * the app as long as its session lives.
 * @returns the session's URI, the only thing that redeems it; null for an account that was revoked or deleted meanwhile
 */
export async function createCallbackSession(
  { projectId, id }: Pick<ConnectedAccount, "projectId" | "id">,
  answer: WaitingAnswer,
): Promise<string | null> {
  const uri = newToken(PREFIX);
  const hash = hashToken(uri);
  const sealed = sealJson(answer, place(projectId, hash));
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
      reason: "The person came back from the provider. The app has to confirm who it is.",
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
 * Takes a session out: of two that redeem it at once, exactly one gets it, and nobody gets it again.
 * @returns null for one that is unknown, expired, used up, or another project's, which stays as it is
 */
export async function takeCallbackSession(
  projectId: string,
  uri: string,
): Promise<(WaitingAnswer & { accountId: string }) | null> {
  const hash = hashToken(uri);
  const [row] = await rowsOf(TAKE, [projectId, hash, now()]);
  if (!row) return null;
  return { accountId: row.account_id, ...(openJson(row.answer, place(projectId, hash)) as WaitingAnswer) };
}

/** The verifier's address for one session; a query of its own stays. */
export function toVerifier(verifierUrl: string, sessionUri: string): string {
  const url = new URL(verifierUrl);
  url.searchParams.set("session_uri", sessionUri);
  return url.href;
}
