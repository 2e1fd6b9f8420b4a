/** What came of renewing an account's token, and what is already known without asking its provider. */
import { now } from "@/lib/kernel/time/clock";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues, type AccountValues } from "../account-credentials";
import type { ResolvedAccount } from "../accounts/accounts";
import type { TokenRow } from "./refresh-lease";

export type RefreshOutcome =
  | { renewed: true; credentials: string; expiresAt: Date | null }
  /**
   * `ended`: nothing works until a new consent. `over`: only a new consent helps, but the token works until `retryAt`.
   * Otherwise the provider may answer again after `retryAt`.
   */
  | { renewed: false; ended: boolean; over?: true; reason: string; retryAt: Date | null };

/**
 * Why a token is renewed and for whom, for the log; `tokenRefused`: the provider does not take it any more although it
 * should live.
 */
export type RefreshCause = { because: string; on: Origin; tokenRefused?: boolean };

/** Seconds before the end at which a token is renewed: 60, or a fifth of a life that is shorter than five minutes. */
const marginSeconds = (values: AccountValues): number => {
  const life = Number(values.expires_in);
  return Number.isFinite(life) && life > 0 ? Math.min(60, life * 0.2) : 60;
};

/** Whether the token ends within its margin. */
export const endsSoon = (expiresAt: Date | null, values: AccountValues): boolean =>
  expiresAt !== null && expiresAt.getTime() - now().getTime() < marginSeconds(values) * 1000;

export const endedBecause = (reason: string): RefreshOutcome => ({
  renewed: false,
  ended: true,
  reason,
  retryAt: null,
});

/** A refresh token that the provider does not take any more is not tried again before the access token has ended. */
const isOver = ({ refreshAfter, expiresAt }: TokenRow): boolean =>
  refreshAfter !== null && refreshAfter.getTime() === expiresAt?.getTime();

/**
 * The outcome that the row already has: somebody else renewed the token since the account was read, or it cannot be tried
 * now. Undefined when the provider is to be asked.
 */
export function settledBy(
  row: TokenRow | undefined,
  account: ResolvedAccount,
  { tokenRefused = false }: RefreshCause,
): RefreshOutcome | undefined {
  if (!row) return endedBecause("The connected account was deleted.");
  const { status, statusReason, credentials, expiresAt, refreshAfter } = row;
  const values = openAccountValues(account.projectId, account.id, credentials);
  if (
    credentials !== null &&
    credentials !== account.credentials &&
    status === "ACTIVE" &&
    !endsSoon(expiresAt, values)
  )
    return { renewed: true, credentials, expiresAt };
  if (status !== "ACTIVE" && status !== account.status)
    return endedBecause(statusReason ?? `The account's status is ${status}.`);
  const over = isOver(row);
  if (refreshAfter && refreshAfter > now() && !(over && tokenRefused))
    return {
      renewed: false,
      ended: false,
      ...(over && { over }),
      reason: statusReason ?? "The last refresh failed.",
      retryAt: refreshAfter,
    };
  return undefined;
}
