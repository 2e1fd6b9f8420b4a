/** The outcome of renewing a token, also if it is known without asking the provider. */
import { now } from "@/lib/kernel/time/clock";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues, type AccountValues } from "../account-values";
import type { ResolvedAccount } from "../accounts/accounts";
import type { TokenRow } from "./refresh-lease";

export type RefreshOutcome =
  | { renewed: true; credentials: string; expiresAt: Date | null }
  /**
   * `ended`: nothing works until a new consent. `over`: only a new consent helps, but the token works until
   * `retryAt`. `quiet`: nobody is asked until an owner wakes the server. Otherwise the provider can be asked again at
   * `retryAt`.
   */
  | { renewed: false; ended: boolean; over?: true; quiet?: true; reason: string; retryAt: Date | null };

/**
 * Why a token is renewed and for which request, for the log. `tokenRefused`: the provider refused a token that should
 * still be valid.
 */
export type RefreshCause = { because: string; on: Origin; tokenRefused?: boolean };

/**
 * How many seconds before its expiry a token is renewed: 60, or a fifth of its life if that is under five minutes. A
 * token that renews itself can do so only while it works, so it is renewed after half of its life.
 */
const marginSeconds = (values: AccountValues): number => {
  const life = Number(values.expires_in);
  if (!Number.isFinite(life) || life <= 0) return 60;
  return values.refresh_token === values.access_token ? life / 2 : Math.min(60, life * 0.2);
};

/** Whether the token expires so soon that it is to be renewed. */
export const endsSoon = (expiresAt: Date | null, values: AccountValues): boolean =>
  expiresAt !== null && expiresAt.getTime() - now().getTime() < marginSeconds(values) * 1000;

export const toEndedOutcome = (reason: string): RefreshOutcome => ({
  renewed: false,
  ended: true,
  reason,
  retryAt: null,
});

/**
 * A server that was restored from a backup does not use refresh tokens of the original, which would end there with
 * their first use.
 */
export const QUIET_OUTCOME: RefreshOutcome = {
  renewed: false,
  ended: false,
  quiet: true,
  reason: "This server was restored from a backup and is paused: it renews no tokens until an owner wakes it.",
  retryAt: null,
};

/** The advice to whoever asks a quiet server for something that would end what the original has. */
export const QUIET_FIX = "Ask an owner of this server to wake it in the dashboard, once the original is stopped.";

/** Whether the provider refused the refresh token; it is then not tried again before the access token expires. */
const isOver = ({ refreshAfter, expiresAt }: TokenRow): boolean =>
  refreshAfter !== null && refreshAfter.getTime() === expiresAt?.getTime();

/**
 * The outcome if it is known from the row: another process has renewed the token, or renewing cannot be tried now.
 * Undefined if the provider is to be asked.
 */
export function knownOutcome(
  row: TokenRow | undefined,
  account: ResolvedAccount,
  { tokenRefused = false }: RefreshCause,
): RefreshOutcome | undefined {
  if (!row) return toEndedOutcome("The connected account was deleted.");
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
    return toEndedOutcome(statusReason ?? `The account's status is ${status}.`);
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
