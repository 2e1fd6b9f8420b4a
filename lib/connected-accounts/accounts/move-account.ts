/** The status of a connected account: the allowed changes, and the only function that makes them. */
import type { Db, Prisma } from "@/lib/kernel/database/db";
import { narrowed, statement } from "@/lib/kernel/database/statement";
import { recordAccountEvent } from "./record-account-event";
import type { AccountStatus, EventActor } from "../contract";

/**
 * INITIALIZING: the row exists, no person has opened the link yet. INITIATED: a person is at the consent page.
 * INACTIVE: switched off by hand. EXPIRED: the provider no longer accepts the grant, or the person never came.
 * REVOKED: access was revoked; a consent that was already under way no longer counts.
 * After every final status, a new consent can make the account ACTIVE again, so that it keeps its id.
 */
const MOVES: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  INITIALIZING: ["INITIATED", "ACTIVE", "FAILED", "EXPIRED", "REVOKED"],
  INITIATED: ["ACTIVE", "FAILED", "EXPIRED", "REVOKED"],
  ACTIVE: ["INACTIVE", "EXPIRED", "REVOKED"],
  INACTIVE: ["ACTIVE", "EXPIRED", "REVOKED"],
  FAILED: ["INITIATED", "ACTIVE", "REVOKED"],
  EXPIRED: ["INITIATED", "ACTIVE", "REVOKED"],
  REVOKED: ["INITIATED", "ACTIVE"],
};

/** An account's status; the row is locked until the transaction ends. */
export const LOCK_STATUS = statement({
  name: "connected-accounts.lock-status",
  text: "SELECT status FROM connected_account WHERE project_id = $1 AND id = $2 FOR UPDATE",
  columns: { status: narrowed<AccountStatus>()("text") },
});

export const canMove = (from: AccountStatus, to: AccountStatus): boolean => MOVES[from].includes(to);

/** The statuses from which `to` may be reached. */
export const sourcesOf = (to: AccountStatus): AccountStatus[] =>
  (Object.keys(MOVES) as AccountStatus[]).filter((from) => canMove(from, to));

type Move = {
  to: AccountStatus;
  /** One sentence for people; null removes the current reason. */
  reason: string | null;
  by: EventActor;
  /** The text for the history in place of the reason. */
  note?: string;
  /** Only moves accounts with one of these statuses. */
  from?: readonly AccountStatus[];
  /** Written in the same statement. */
  data?: Omit<Prisma.ConnectedAccountUpdateManyMutationInput, "status" | "statusReason">;
};

/**
 * Changes the status of one account if its current status allows it. One conditional UPDATE, so that only one of two
 * parallel changes wins. The same transaction adds an event to the account's history.
 * @param tx a transaction
 * @returns whether the account was moved
 */
export async function moveAccount(
  tx: Pick<Db, "connectedAccount" | "$executeRaw" | "$executeRawUnsafe" | "$queryRawUnsafe">,
  projectId: string,
  id: string,
  { to, reason, by, note, from, data }: Move,
): Promise<boolean> {
  const sources = sourcesOf(to).filter((status) => !from || from.includes(status));
  const { count } = await tx.connectedAccount.updateMany({
    where: { id, projectId, status: { in: sources } },
    data: { ...data, status: to, statusReason: reason },
  });
  if (count === 1) await recordAccountEvent(tx, projectId, id, { status: to, reason: note ?? reason, by });
  return count === 1;
}
