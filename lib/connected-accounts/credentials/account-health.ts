/** Working accounts that need attention: those that expire soon, those whose refresh fails, and those never used. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { openAccountValues } from "../account-values";

const DAY_SECONDS = 86_400;
/** How far ahead an expiry is shown, and how long an account can wait for its first use before it is shown. */
const SOON_SECONDS = 7 * DAY_SECONDS;
const MAX_WAIT_SECONDS = 7 * DAY_SECONDS;
const MAX_ITEMS = 50;
/** The most expiring accounts that are checked. Most tokens expire within the hour and are renewed automatically. */
const MAX_CANDIDATES = 2000;

const COLUMNS = `id, project_id AS "projectId", user_id AS "userId", alias, provider_user AS "currentUser",
  toolkit_slug AS "toolkitSlug", status_reason AS "statusReason", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", created_at AS "createdAt"`;
const WORKS = "FROM connected_account WHERE project_id = $1 AND status = 'ACTIVE' AND enabled";

const columns = {
  id: "text",
  projectId: "text",
  userId: "text",
  alias: "text?",
  currentUser: "text?",
  toolkitSlug: "text",
  statusReason: "text?",
  expiresAt: "timestamptz?",
  lastUsedAt: "timestamptz?",
  createdAt: "timestamptz",
} as const;

/** The statements for one group: its first accounts, and how many there are. */
const group = (name: string, from: string, order: string) => ({
  first: statement({
    name: `connected-accounts.health-${name}`,
    text: `SELECT ${COLUMNS} ${from} ORDER BY ${order} LIMIT ${MAX_ITEMS}`,
    columns,
  }),
  count: statement({
    name: `connected-accounts.health-${name}-count`,
    text: `SELECT count(*)::int AS total ${from}`,
    columns: { total: "int4" },
  }),
});
const FAILING = group("failing", `${WORKS} AND refresh_failures > 0`, "refresh_failures DESC, id");
const UNUSED = group("unused", `${WORKS} AND last_used_at IS NULL AND created_at < $2`, "created_at, id");
const ENDING = statement({
  name: "connected-accounts.health-ending",
  text: `SELECT ${COLUMNS}, credentials, (refresh_after = expires_at) AS over ${WORKS} AND scheme IN ('OAUTH2', 'DCR_OAUTH', 'CIMD_OAUTH')
  AND expires_at > $2 AND expires_at < $3 ORDER BY expires_at LIMIT ${MAX_CANDIDATES}`,
  columns: { ...columns, credentials: "text?", over: "bool?" },
});

export type HealthRow = StatementRow<typeof FAILING.first>;
export type HealthGroup = { total: number; items: HealthRow[] };
export type AccountHealth = { endsSoon: HealthGroup; refreshFailing: HealthGroup; neverUsed: HealthGroup };

async function findGroup(of: typeof FAILING, values: unknown[]): Promise<HealthGroup> {
  const [items, [count]] = await Promise.all([rowsOf(of.first, values), rowsOf(of.count, values)]);
  return { total: count?.total ?? 0, items };
}

/** Accounts that expire and cannot be renewed: without a refresh token, or with one that the provider refused. */
async function findEnding(projectId: string): Promise<HealthGroup> {
  const rows = await rowsOf(ENDING, [projectId, now(), inSeconds(SOON_SECONDS)]);
  const ending = rows.filter(
    ({ id, credentials, over }) => over === true || !openAccountValues(projectId, id, credentials).refresh_token,
  );
  return { total: ending.length, items: ending.slice(0, MAX_ITEMS) };
}

/** At most fifty accounts of each group, the most urgent first. */
export async function readAccountHealth(projectId: string): Promise<AccountHealth> {
  const [endsSoon, refreshFailing, neverUsed] = await Promise.all([
    findEnding(projectId),
    findGroup(FAILING, [projectId]),
    findGroup(UNUSED, [projectId, inSeconds(-MAX_WAIT_SECONDS)]),
  ]);
  return { endsSoon, refreshFailing, neverUsed };
}

/** The scopes of an account, from the provider's answer or from the request; null for schemes without scopes. */
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
