/** When tokens are renewed before somebody needs them: spread by the account's ID, so that no minute gets many. */
import { createHash } from "node:crypto";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";

const DAY_MS = 86_400_000;
/** An unused refresh token is renewed in this part of its life. */
const [FIRST_PART, PARTS] = [0.5, 0.3];
/** How soon an account is looked at again whose refresh token does not end. */
const LOOK_AGAIN_MS = 30 * DAY_MS;
/** An account with an unknown past gets its turn within this time. */
const UNKNOWN_MS = DAY_MS;
/** How soon an account is looked at again after its renewal was requested. */
const RETRY_MS = DAY_MS / 4;

/** A number from 0 to below 1 that belongs to an account: always the same. */
export const shareOf = (id: string): number => createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;

export type TokenTimes = {
  id: string;
  /** When the tokens were stored, or the account was created if that is not known. */
  since: Date;
  expiresAt: Date | null;
  /** Null for an account that was not looked at yet. */
  renewAt: Date | null;
};

/**
 * How long the account can wait for its next renewal, in milliseconds; undefined if it can wait for ever. A token that
 * renews itself must be renewed while it works.
 */
function idleMs({ oauth }: Pick<ToolkitAuthScheme, "oauth">, { since, expiresAt }: TokenTimes) {
  if (oauth?.renewal) return expiresAt ? expiresAt.getTime() - since.getTime() : undefined;
  return oauth?.refreshTokenIdleDays === undefined ? undefined : oauth.refreshTokenIdleDays * DAY_MS;
}

/**
 * What to do with an account at a time: renew it, or only look at it again at `next`.
 * @param scheme undefined for an account whose toolkit has no such scheme any more
 */
export function planRenewal(
  scheme: Pick<ToolkitAuthScheme, "oauth"> | undefined,
  times: TokenTimes,
  time: Date,
): { renew: boolean; next: Date } {
  const share = shareOf(times.id);
  const after = (ms: number) => new Date(time.getTime() + ms);
  const life = scheme && idleMs(scheme, times);
  if (life === undefined) return { renew: false, next: after(LOOK_AGAIN_MS * (FIRST_PART + share / 2)) };
  const due = new Date(times.since.getTime() + life * (FIRST_PART + PARTS * share));
  if (due > time) return { renew: false, next: due };
  // Many accounts are overdue at the same moment when a server gets this version, or comes back after a long time.
  if (times.renewAt === null) return { renew: false, next: after(Math.min(UNKNOWN_MS, life / 20) * share) };
  return { renew: true, next: after(RETRY_MS) };
}
