/**
 * Finds each minute the accounts whose tokens should be renewed before somebody needs them: accounts in
 * use whose token ends soon, and idle accounts whose refresh token the provider would end.
 */
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { db } from "@/lib/kernel/database/db";
import { changeIn, narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { log, type Origin } from "@/lib/kernel/process/log";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { findAccountScheme } from "../accounts/find-account-scheme";
import { renewLater } from "./renew-account";
import { planRenewal, shareOf } from "./plan-renewal";

/** A used account's token is renewed in its last seconds, at a time of the account's own in their first part. */
const [AHEAD_SECONDS, SPREAD_SECONDS] = [600, 360];
/** An account counts as used for so long. */
const USED_SECONDS = 86_400;
/** A renewal that failed is tried again until the token ended so long ago; then its next use renews it. */
const ENDED_SECONDS = 3600;
/** A renewal that did not come in its time, for example without a refresh token, is requested for so long. */
const LATE_SECONDS = 180;
/** A token that lives shorter is renewed by its use: it would be renewed all the time. */
const LEAST_LIFE = "interval '15 minutes'";
const MINUTE_SECONDS = 60;
const MOST_ENDING = 5000;
/** Looks of one minute at unused accounts, and renewals among them. */
export const MOST_LOOKS = 2000;
export const MOST_IDLE = 100;

/** `$1`: now; `$2`: how far ahead; `$3`: since when it was used; `$4`: the earliest end after a failure. */
const ENDING = statement({
  name: "connected-accounts.ending",
  text: `SELECT project_id AS "projectId", id, extract(epoch FROM expires_at - $1::timestamptz)::float8 AS seconds,
      refresh_failures > 0 AS "hasFailed" FROM connected_account
    WHERE status = 'ACTIVE' AND enabled AND expires_at > $4 AND expires_at < $2 AND last_used_at > $3
      AND (expires_at > $1 OR refresh_failures > 0)
      AND (refresh_after IS NULL OR refresh_after < $1)
      AND (tokens_at IS NULL OR expires_at > tokens_at + ${LEAST_LIFE})
    ORDER BY expires_at LIMIT ${MOST_ENDING}`,
  columns: { projectId: "text", id: "text", seconds: "float8?", hasFailed: "bool?" },
});

const IDLE = statement({
  name: "connected-accounts.idle",
  text: `SELECT project_id AS "projectId", id, toolkit_slug AS "toolkitSlug", scheme, expires_at AS "expiresAt",
      coalesce(tokens_at, created_at) AS since, renew_at AS "renewAt" FROM connected_account
    WHERE status = 'ACTIVE' AND (renew_at IS NULL OR renew_at <= $1)
    ORDER BY renew_at NULLS FIRST LIMIT ${MOST_LOOKS}`,
  columns: {
    projectId: "text",
    id: "text",
    toolkitSlug: "text",
    scheme: narrowed<AuthMode>()("text"),
    expiresAt: "timestamptz?",
    since: "timestamptz",
    renewAt: "timestamptz?",
  },
});

/** Not as a change of the account: the list of accounts is sorted by the time of changes. */
const LOOK_AGAIN = statement({
  name: "connected-accounts.look-again",
  text: `UPDATE connected_account a SET renew_at = w.next_look
    FROM unnest($1::text[], $2::timestamptz[]) AS w(id, next_look)
    WHERE a.id = w.id AND a.status = 'ACTIVE'`,
});

/** Accounts in use: each in the minute in which its own time comes. */
async function renewEnding(): Promise<number> {
  const horizon = inSeconds(AHEAD_SECONDS + MINUTE_SECONDS);
  const rows = await rowsOf(ENDING, [now(), horizon, inSeconds(-USED_SECONDS), inSeconds(-ENDED_SECONDS)]);
  let total = 0;
  for (const { projectId, id, seconds, hasFailed } of rows) {
    const wait = (seconds ?? 0) - AHEAD_SECONDS + SPREAD_SECONDS * shareOf(id);
    if (wait > MINUTE_SECONDS || (wait < -LATE_SECONDS && !hasFailed)) continue;
    await renewLater(db, { projectId, accountId: id }, Math.max(wait, MINUTE_SECONDS * shareOf(id)));
    total++;
  }
  return total;
}

/** Accounts that nobody uses. Those beyond the share of a minute stay due. */
async function renewIdle(): Promise<number> {
  const time = now();
  const looks: { id: string; next: Date }[] = [];
  let total = 0;
  for (const { projectId, toolkitSlug, scheme, ...times } of await rowsOf(IDLE, [time])) {
    const { renew, next } = planRenewal(await findAccountScheme({ projectId, toolkitSlug, scheme }), times, time);
    if (renew && total === MOST_IDLE) continue;
    if (renew) {
      await renewLater(db, { projectId, accountId: times.id }, MINUTE_SECONDS * shareOf(times.id));
      total++;
    }
    looks.push({ id: times.id, next });
  }
  // The jobs are written first: a process that ends here requests a renewal twice, and the second finds new tokens.
  if (looks.length > 0) await changeIn(db, LOOK_AGAIN, [looks.map(({ id }) => id), looks.map(({ next }) => next)]);
  return total;
}

/** The job of each minute. Does nothing where the operator has switched renewal in the background off. */
export async function scheduleRenewals(_: unknown, on: Origin): Promise<void> {
  if (!env().backgroundRenewal) return;
  const total = (await renewEnding()) + (await renewIdle());
  if (total > 0) log.info(on, "tokens will be renewed before somebody needs them", { total });
}
