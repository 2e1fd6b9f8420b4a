/** Renews an OAuth token exactly once, however many executions, requests and processes want it at the same moment. */
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import { openAppCredentials } from "@/lib/auth-configs/app-credentials";
import { openSharedCredentials } from "@/lib/auth-configs/credentials";
import { requireToolkit } from "@/lib/catalog/toolkits";
import { inSeconds, now } from "@/lib/kernel/clock";
import { db, type Db } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { once } from "@/lib/kernel/once";
import { openAccountValues, sealAccountValues, type AccountValues } from "./account-credentials";
import { recordAccountEvent } from "./account-events";
import type { ResolvedAccount } from "./accounts";
import type { AccountStatus } from "./contract";
import { expireAccount } from "./expire-account";
import { toOAuthClient } from "./oauth-client";
import { refreshTokens } from "./oauth2";
import { OAuthFailure } from "./oauth-failure";
import { inRefreshSlot } from "./refresh-slots";
import { moveAccount } from "./status";
import type { TokenSet } from "./token-answer";
import { grantToken } from "./token-grant";

export type RefreshOutcome =
  | { renewed: true; credentials: string; expiresAt: Date | null }
  /**
   * `ended`: nothing works until a new consent. `over`: only a new consent helps, but the token works until `retryAt`.
   * Otherwise the provider may answer again after `retryAt`.
   */
  | { renewed: false; ended: boolean; over?: true; reason: string; retryAt: Date | null };

/** Why a token is renewed, for the log; `tokenRefused`: the provider does not take it any more although it should live. */
export type RefreshCause = { because: string; tokenRefused?: boolean };

type Locked = {
  status: AccountStatus;
  statusReason: string | null;
  credentials: string | null;
  expiresAt: Date | null;
  refreshAfter: Date | null;
  refreshFailures: number;
};

/** Seconds before the end at which a token is renewed: 60, or a fifth of a life that is shorter than five minutes. */
export const marginSeconds = (values: AccountValues): number => {
  const life = Number(values.expires_in);
  return Number.isFinite(life) && life > 0 ? Math.min(60, life * 0.2) : 60;
};

/** Whether the token ends within its margin. */
export const endsSoon = (expiresAt: Date | null, values: AccountValues): boolean =>
  expiresAt !== null && expiresAt.getTime() - now().getTime() < marginSeconds(values) * 1000;

/** 5 s, 10 s, 20 s ... 10 minutes: a provider in trouble is not asked by every execution. */
const coolDownSeconds = (failures: number): number => Math.min(600, 5 * 2 ** Math.min(failures - 1, 10));

/** What is stored after a refresh. Where the answer names no refresh token, the old one stays valid (RFC 6749 section 6). */
export function renewedValues(old: AccountValues, tokens: TokenSet): Record<string, string> {
  const { expires_in: _ended, ...kept } = old;
  return { ...kept, ...tokens.values };
}

async function lockRow(tx: Db, projectId: string, id: string): Promise<Locked | undefined> {
  // Longer than the provider may take, so that waiting processes get the first one's result.
  await tx.$executeRaw`SET LOCAL lock_timeout = '25s'`;
  const [row] = await tx.$queryRaw<Locked[]>`
    SELECT status, status_reason AS "statusReason", credentials, expires_at AS "expiresAt", refresh_after AS "refreshAfter", refresh_failures AS "refreshFailures"
    FROM connected_account WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`;
  return row;
}

/** A refresh token that the provider does not take any more is not tried again before the access token has ended. */
const isOver = ({ refreshAfter, expiresAt }: Locked): true | undefined =>
  refreshAfter !== null && refreshAfter.getTime() === expiresAt?.getTime() ? true : undefined;

async function recordFailure(
  tx: Db,
  account: ResolvedAccount,
  row: Locked,
  failure: OAuthFailure,
  tokenRefused: boolean,
): Promise<RefreshOutcome> {
  const failures = row.refreshFailures + 1;
  const rejected = failure.kind === "rejected";
  const works = row.status === "ACTIVE" && !tokenRefused && row.expiresAt !== null && row.expiresAt > now();
  if (rejected && !works) {
    const reason = `The provider no longer accepts this connection. ${failure.message} Connect the account again.`;
    await expireAccount(tx, account.projectId, account.id, {
      reason,
      by: "provider",
      data: { refreshFailures: failures, refreshAfter: null },
    });
    return { renewed: false, ended: true, reason, retryAt: null };
  }
  const retryAt = rejected ? row.expiresAt : inSeconds(coolDownSeconds(failures));
  const reason = rejected
    ? `The provider does not renew this connection any more, so it ends with its present token. ${failure.message} Connect the account again.`
    : `The last refresh failed. ${failure.message}`;
  await tx.connectedAccount.updateMany({
    where: { id: account.id, projectId: account.projectId },
    data: { refreshFailures: failures, refreshAfter: retryAt, statusReason: reason },
  });
  // Later failures in a row say the same: the history names the first.
  if (failures === 1)
    await recordAccountEvent(tx, account.projectId, account.id, { status: row.status, reason, by: "provider" });
  return { renewed: false, ended: false, ...(rejected && { over: true }), reason, retryAt };
}

async function recordSuccess(
  tx: Db,
  account: ResolvedAccount,
  old: AccountValues,
  { status, refreshFailures }: Pick<Locked, "status" | "refreshFailures">,
  tokens: TokenSet,
): Promise<RefreshOutcome> {
  const credentials = sealAccountValues(account.projectId, account.id, renewedValues(old, tokens));
  const expiresAt = tokens.expiresInSeconds === null ? null : inSeconds(tokens.expiresInSeconds);
  const data = { credentials, expiresAt, refreshFailures: 0, refreshAfter: null };
  if (status !== "ACTIVE")
    await moveAccount(tx, account.projectId, account.id, {
      to: "ACTIVE",
      reason: null,
      by: "provider",
      note: "The token was renewed.",
      data,
    });
  else {
    await tx.connectedAccount.updateMany({
      where: { id: account.id, projectId: account.projectId },
      data: { ...data, statusReason: null },
    });
    if (refreshFailures > 0)
      await recordAccountEvent(tx, account.projectId, account.id, {
        status,
        reason: "The token was renewed after it had failed before.",
        by: "provider",
      });
  }
  return { renewed: true, credentials, expiresAt };
}

async function refreshLocked(
  tx: Db,
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  { because, tokenRefused = false }: RefreshCause,
): Promise<RefreshOutcome> {
  const row = await lockRow(tx, account.projectId, account.id);
  if (!row) return { renewed: false, ended: true, reason: "The connected account was deleted.", retryAt: null };
  const old = openAccountValues(account.projectId, account.id, row.credentials);
  // Another process renewed it while this one waited for the lock.
  if (
    row.credentials !== null &&
    row.credentials !== account.credentials &&
    row.status === "ACTIVE" &&
    !endsSoon(row.expiresAt, old)
  )
    return { renewed: true, credentials: row.credentials, expiresAt: row.expiresAt };
  if (row.status !== "ACTIVE" && row.status !== account.status)
    return {
      renewed: false,
      ended: true,
      reason: row.statusReason ?? `The account's status is ${row.status}.`,
      retryAt: null,
    };
  const over = isOver(row);
  if (row.refreshAfter && row.refreshAfter > now() && !(over && tokenRefused))
    return {
      renewed: false,
      ended: false,
      ...(over && { over }),
      reason: row.statusReason ?? "The last refresh failed.",
      retryAt: row.refreshAfter,
    };
  if (!old.refresh_token && !scheme.grant)
    return { renewed: false, ended: true, reason: "The provider gave no refresh token.", retryAt: null };
  try {
    const app = await openAppCredentials(
      { id: account.authConfigId, projectId: account.projectId, ...account.authConfig },
      await requireToolkit(account.projectId, account.toolkitSlug),
      scheme,
    );
    const shared = openSharedCredentials(account.projectId, account.authConfigId, account.authConfig.sharedCredentials);
    const tokens = scheme.grant
      ? await grantToken({ scheme, app, values: { ...shared, ...old } })
      : await refreshTokens(toOAuthClient(scheme, app, old), old.refresh_token ?? "");
    // Nothing stands between the answer and its storing: a provider that rotates has ended the old token (docs/decisions/0005).
    return await recordSuccess(tx, account, old, row, tokens);
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    log.warn("a connection's token was not renewed", {
      connected_account_id: account.id,
      because,
      kind: error.kind,
      reason: error.message,
    });
    return recordFailure(tx, account, row, error, tokenRefused);
  }
}

/** PostgreSQL's 55P03: the process that has the lock waits for its provider longer than we do for it. */
const isLockTimeout = (error: unknown): boolean => error instanceof Error && /55P03|lock timeout/.test(error.message);

const lockedOut = (error: unknown): RefreshOutcome => {
  if (isLockTimeout(error))
    return {
      renewed: false,
      ended: false,
      reason: "Another process is renewing it and has no answer yet.",
      retryAt: null,
    };
  throw error;
};

const running = () => once("connected-accounts.refreshing", () => new Map<string, Promise<RefreshOutcome>>());

/**
 * Renews the account's token, or takes over the result of whoever is doing it: callers of this process share one
 * attempt, other processes wait for the row's lock and then find the new token.
 */
export function refreshAccount(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  cause: RefreshCause,
): Promise<RefreshOutcome> {
  const known = running().get(account.id);
  if (known) return known;
  const attempt = inRefreshSlot(account.projectId, () =>
    db.$transaction((tx) => refreshLocked(tx, account, scheme, cause), { timeout: 50_000, maxWait: 10_000 }),
  )
    .then((outcome) => {
      if (outcome.renewed)
        log.info("a connection's token is fresh", { connected_account_id: account.id, because: cause.because });
      return outcome;
    })
    .catch(lockedOut)
    .finally(() => running().delete(account.id));
  running().set(account.id, attempt);
  return attempt;
}
