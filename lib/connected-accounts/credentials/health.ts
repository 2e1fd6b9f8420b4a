/** The accounts that work and still deserve a look: those that end soon, whose token is renewed with trouble, and that nobody uses. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { queryRows } from "@/lib/kernel/database/db";
import { openAccountValues } from "../account-credentials";

export type HealthRow = {
  id: string;
  userId: string;
  alias: string | null;
  toolkitSlug: string;
  statusReason: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
};
export type HealthGroup = { total: number; items: HealthRow[] };
export type AccountHealth = { endsSoon: HealthGroup; refreshFailing: HealthGroup; neverUsed: HealthGroup };

const DAY_SECONDS = 86_400;
/** How far ahead an end is announced, and how long an account may wait for its first use. */
const SOON_SECONDS = 7 * DAY_SECONDS;
const PATIENCE_SECONDS = 7 * DAY_SECONDS;
const SHOWN = 50;
/** Most tokens end within the hour and renew themselves; more of them than this at one time are not looked through. */
const MAX_CANDIDATES = 2000;

const COLUMNS = `id, user_id AS "userId", alias, toolkit_slug AS "toolkitSlug", status_reason AS "statusReason", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", created_at AS "createdAt"`;
const WORKS = "FROM connected_account WHERE project_id = $1 AND status = 'ACTIVE' AND enabled";
const FAILING = `${WORKS} AND refresh_failures > 0`;
const UNUSED = `${WORKS} AND last_used_at IS NULL AND created_at < $2`;
const ENDING = `SELECT ${COLUMNS}, credentials, (refresh_after = expires_at) AS over ${WORKS} AND scheme IN ('OAUTH2', 'DCR_OAUTH')
  AND expires_at > $2 AND expires_at < $3 ORDER BY expires_at LIMIT ${MAX_CANDIDATES}`;

async function findGroup(name: string, from: string, order: string, values: unknown[]): Promise<HealthGroup> {
  const [items, [count]] = await Promise.all([
    queryRows<HealthRow>(
      `connected-accounts.health-${name}`,
      `SELECT ${COLUMNS} ${from} ORDER BY ${order} LIMIT ${SHOWN}`,
      values,
    ),
    queryRows<{ total: number }>(
      `connected-accounts.health-${name}-count`,
      `SELECT count(*)::int AS total ${from}`,
      values,
    ),
  ]);
  return { total: count?.total ?? 0, items };
}

/** Those that end and cannot be renewed: without a refresh token, or with one that the provider refused. */
async function findEnding(projectId: string): Promise<HealthGroup> {
  const rows = await queryRows<HealthRow & { credentials: string | null; over: boolean | null }>(
    "connected-accounts.health-ending",
    ENDING,
    [projectId, now(), inSeconds(SOON_SECONDS)],
  );
  const ending = rows.filter(
    ({ id, credentials, over }) => over === true || !openAccountValues(projectId, id, credentials).refresh_token,
  );
  return { total: ending.length, items: ending.slice(0, SHOWN) };
}

/** At most fifty of each kind, those first that need somebody first. */
export async function readAccountHealth(projectId: string): Promise<AccountHealth> {
  const [endsSoon, refreshFailing, neverUsed] = await Promise.all([
    findEnding(projectId),
    findGroup("failing", FAILING, "refresh_failures DESC, id", [projectId]),
    findGroup("unused", UNUSED, "created_at, id", [projectId, inSeconds(-PATIENCE_SECONDS)]),
  ]);
  return { endsSoon, refreshFailing, neverUsed };
}

/** The scopes that an account was given, as far as the provider or the request says; null for schemes without scopes. */
export function scopesOfAccount(account: {
  projectId: string;
  id: string;
  credentials: string | null;
  requestedScopes: string[];
}): string[] | null {
  const granted = openAccountValues(account.projectId, account.id, account.credentials)
    .scope?.split(/[\s,]+/)
    .filter(Boolean);
  const scopes = granted?.length ? granted : account.requestedScopes;
  return scopes.length > 0 ? [...new Set(scopes)] : null;
}
