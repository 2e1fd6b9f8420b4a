/** Stores new tokens, but only over those that they renew. */
import type { PrismaClient } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import { narrowed, rowsIn, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { openAccountValues, sealAccountValues, type AccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { AccountStatus } from "../contract";
import { revokeAtProvider } from "../oauth/revoke-at-provider";
import { findRevocationContexts } from "./find-revocation-contexts";
import { moveAccount } from "../accounts/move-account";
import { renewedValues, type TokenSet } from "../oauth/token-answer";

export type FreshTokens = {
  projectId: string;
  accountId: string;
  authConfigId: string;
  /** The tokens with which the provider was asked; and the same as sealed in the row, if that is known. */
  old: AccountValues;
  oldSealed?: string | null;
  tokens: TokenSet;
  expiresAt: Date | null;
};

/** `kept` is false if the account was connected again, revoked or deleted meanwhile; then nothing was changed. */
export type StoreResult = { kept: true; credentials: string; expiresAt: Date | null } | { kept: false };

/** Whether two sets of values have the same tokens. */
export const isSameGrant = (a: AccountValues, b: AccountValues): boolean =>
  a.access_token === b.access_token && a.refresh_token === b.refresh_token;

const LOCK = statement({
  name: "connected-accounts.lock-tokens",
  text: `SELECT status, credentials, expires_at AS "expiresAt", refresh_failures AS "refreshFailures"
    FROM connected_account WHERE project_id = $1 AND id = $2 FOR UPDATE`,
  columns: {
    status: narrowed<AccountStatus>()("text"),
    credentials: "text?",
    expiresAt: "timestamptz?",
    refreshFailures: "int4",
  },
});
type Locked = StatementRow<typeof LOCK>;

/** The account's row, locked until the transaction ends; undefined if it is gone. */
export async function lockTokens(tx: Db, projectId: string, id: string): Promise<Locked | undefined> {
  const [row] = await rowsIn(tx, LOCK, [projectId, id]);
  return row;
}

const renewedNow = () => ({ refreshFailures: 0, refreshAfter: null, tokensAt: now() });

/** Stores the tokens in the locked row, if it still has the tokens that they renew. */
async function storeOver(tx: Db, fresh: FreshTokens): Promise<StoreResult> {
  const { projectId, accountId: id, old, tokens, expiresAt } = fresh;
  const row = await lockTokens(tx, projectId, id);
  if (!row || row.status === "REVOKED") return { kept: false };
  const values = openAccountValues(projectId, id, row.credentials);
  if (!isSameGrant(values, old)) {
    // An earlier try was stored, but its answer was lost.
    const isStored = row.credentials !== null && isSameGrant(values, renewedValues(old, tokens));
    return isStored ? { kept: true, credentials: row.credentials ?? "", expiresAt: row.expiresAt } : { kept: false };
  }
  const credentials = sealAccountValues(projectId, id, renewedValues(values, tokens));
  const data = { credentials, expiresAt, ...renewedNow() };
  const stays = row.status === "ACTIVE" || row.status === "INACTIVE";
  if (stays) {
    const statusReason = row.status === "ACTIVE" ? { statusReason: null } : {};
    await tx.connectedAccount.updateMany({ where: { id, projectId }, data: { ...data, ...statusReason } });
  } else
    await moveAccount(tx, projectId, id, {
      to: "ACTIVE",
      reason: null,
      by: "provider",
      note: "The token was renewed.",
      data,
    });
  if (stays && row.refreshFailures > 0)
    await recordAccountEvent(tx, projectId, id, {
      status: row.status,
      reason: "The token was renewed after it had failed before.",
      by: "provider",
    });
  return { kept: true, credentials, expiresAt };
}

/**
 * Stores new tokens; with a single statement if the row has not changed since, because until then they are only in
 * memory. A repeated call is safe.
 */
export async function storeTokens(on: PrismaClient, fresh: FreshTokens): Promise<StoreResult> {
  const { projectId, accountId: id, old, oldSealed, tokens, expiresAt } = fresh;
  if (oldSealed !== undefined) {
    const credentials = sealAccountValues(projectId, id, renewedValues(old, tokens));
    const { count } = await on.connectedAccount.updateMany({
      where: { id, projectId, credentials: oldSealed, status: "ACTIVE", refreshFailures: 0 },
      data: { credentials, expiresAt, ...renewedNow(), statusReason: null },
    });
    if (count === 1) return { kept: true, credentials, expiresAt };
  }
  return on.$transaction((tx) => storeOver(tx, fresh));
}

/** Whether the access was revoked meanwhile. For an account that was only deleted, access is not revoked. */
async function isRevoked({ projectId, accountId }: FreshTokens): Promise<boolean> {
  const account = await db.connectedAccount.findFirst({
    where: { id: accountId, projectId },
    select: { status: true },
  });
  if (account) return account.status === "REVOKED";
  return (await db.revocationItem.findFirst({ where: { accountId, projectId }, select: { id: true } })) !== null;
}

/**
 * Revokes tokens that were not stored because the access was revoked meanwhile. Not after a new consent: many providers
 * would end the new grant of the same person and app too.
 */
export async function revokeUnkept(fresh: FreshTokens, on: Origin): Promise<void> {
  const { projectId, accountId, authConfigId, old, tokens } = fresh;
  const about = { connected_account_id: accountId };
  if (!(await isRevoked(fresh)))
    return log.info(on, "fresh tokens were not kept: the account was changed meanwhile", about);
  const context = (await findRevocationContexts(projectId, [{ authConfigId }]))({ authConfigId });
  const revocation = await revokeAtProvider({
    ...context,
    values: renewedValues(old, tokens),
    keep: () => Promise.resolve(),
  });
  if (!revocation.done)
    log.warn(on, "tokens for a revoked account were not taken back", { ...about, reason: revocation.message });
}
