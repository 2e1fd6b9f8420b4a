/** Stores an account's credentials and makes it ACTIVE, or records why connecting failed. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { sealAccountValues, type AccountValues } from "../account-values";
import { sealCurrentUser, type CurrentUser } from "../current-user";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { EventActor } from "../contract";
import { endOpenWays } from "../accounts/connect-links";
import { endAttempt } from "../accounts/end-attempt";
import { moveAccount } from "../accounts/move-account";

export type Activation = {
  values: AccountValues;
  expiresInSeconds: number | null;
  requestedScopes?: string[];
  by: EventActor;
  /** Whom the credentials belong to; nobody is known unless given, because these are other credentials. */
  user?: CurrentUser | null;
  /** The text for the history in place of "Connected." */
  note?: string;
  /** A sentence for the history besides. */
  detail?: string;
};

/**
 * Stores new credentials; also for an ACTIVE account, whose consent is renewed so.
 * @returns false if the account is gone
 */
export async function activateAccount(
  tx: Db,
  projectId: string,
  id: string,
  { values, expiresInSeconds, requestedScopes, by, user = null, note = "Connected.", detail }: Activation,
): Promise<boolean> {
  const data = {
    credentials: Object.keys(values).length > 0 ? sealAccountValues(projectId, id, values) : null,
    currentUser: sealCurrentUser(projectId, id, user),
    expiresAt: expiresInSeconds === null ? null : inSeconds(expiresInSeconds),
    refreshFailures: 0,
    refreshAfter: null,
    tokensAt: now(),
    renewAt: null,
    ...(requestedScopes && { requestedScopes }),
  };
  const inFull = (sentence: string): string => (detail ? `${sentence} ${detail}` : sentence);
  const moved = await moveAccount(tx, projectId, id, { to: "ACTIVE", reason: null, by, note: inFull(note), data });
  if (!moved) {
    const { count } = await tx.connectedAccount.updateMany({
      where: { id, projectId, status: "ACTIVE" },
      data: { ...data, statusReason: null },
    });
    if (count === 0) return false;
    await recordAccountEvent(tx, projectId, id, {
      status: "ACTIVE",
      reason: inFull(by === "user" ? "Connected again." : "The credentials were replaced."),
      by,
    });
  }
  await endOpenWays(tx, projectId, id);
  return true;
}

/** Records that connecting failed. An account that worked before keeps the state it had. */
export async function failConnection(projectId: string, id: string, reason: string, by: EventActor): Promise<void> {
  await db.$transaction((tx) => endAttempt(tx, projectId, id, { to: "FAILED", reason, by }));
}
