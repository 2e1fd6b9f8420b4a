/** The end users of a project who have connected accounts, and counts of the project's accounts. */
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";

/**
 * failing: worked once and then stopped without being revoked or disconnected. attempts: never worked. `total` counts
 * all accounts, also the others.
 */
export type AccountCounts = { total: number; active: number; failing: number; attempts: number };

export type EndUser = AccountCounts & {
  userId: string;
  /** Slugs, by name. */
  toolkits: string[];
  /** When the first and the newest account was made of those that ever worked; null where none did. */
  firstConnectedAt: Date | null;
  lastConnectedAt: Date | null;
  /** When the newest account was made, whatever became of it. */
  newestAt: Date;
};

/** Each change to ACTIVE leaves an event, and events go only with their account. */
const WORKED = `EXISTS (SELECT 1 FROM connected_account_event e WHERE e.project_id = connected_account.project_id
  AND e.account_id = connected_account.id AND e.status = 'ACTIVE')`;
const NEVER_WORKED = `(status NOT IN ('ACTIVE', 'INACTIVE') AND NOT ${WORKED})`;
const COUNTS = `count(*)::int AS total, (count(*) FILTER (WHERE status = 'ACTIVE'))::int AS active,
  (count(*) FILTER (WHERE status IN ('FAILED', 'EXPIRED') AND ${WORKED}))::int AS failing,
  (count(*) FILTER (WHERE ${NEVER_WORKED}))::int AS attempts`;

const USERS = `SELECT user_id AS "userId", ${COUNTS}, array_agg(DISTINCT toolkit_slug ORDER BY toolkit_slug) AS toolkits,
  min(created_at) FILTER (WHERE NOT ${NEVER_WORKED}) AS "firstConnectedAt",
  max(created_at) FILTER (WHERE NOT ${NEVER_WORKED}) AS "lastConnectedAt", max(created_at) AS "newestAt"
  FROM connected_account WHERE project_id = $1`;

const countColumns = { total: "int4", active: "int4", failing: "int4", attempts: "int4" } as const;
const columns = {
  ...countColumns,
  userId: "text",
  toolkits: "text[]",
  firstConnectedAt: "timestamptz?",
  lastConnectedAt: "timestamptz?",
  newestAt: "timestamptz",
} as const;

const LIST = statement({
  name: "connected-accounts.users",
  text: `SELECT * FROM (${USERS} AND ($2::text IS NULL OR user_id ILIKE $2) GROUP BY user_id) users
  WHERE $3::timestamptz IS NULL OR ("newestAt", "userId") < ($3, $4::text) ORDER BY "newestAt" DESC, "userId" DESC LIMIT $5`,
  columns,
});
const COUNT_USERS = statement({
  name: "connected-accounts.user-count",
  text: `SELECT count(DISTINCT user_id)::int AS total
    FROM connected_account WHERE project_id = $1 AND ($2::text IS NULL OR user_id ILIKE $2)`,
  columns: { total: "int4" },
});
const FIND_USER = statement({
  name: "connected-accounts.user",
  text: `${USERS} AND user_id = $2 GROUP BY user_id`,
  columns,
});
const COUNT = statement({
  name: "connected-accounts.counts",
  text: `SELECT ${COUNTS} FROM connected_account WHERE project_id = $1`,
  columns: countColumns,
});

const pattern = (text: string | undefined): string | null =>
  text ? `%${text.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%` : null;

/**
 * A page of users, the user with the newest account first.
 * @param filter.search a part of the user id, in any case
 * @throws ApiError BadRequest for a foreign cursor
 */
export async function listUsers(
  projectId: string,
  { search, cursor: text, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<EndUser>> {
  const cursor = readCursor(text);
  const like = pattern(search);
  const [rows, [count]] = await Promise.all([
    rowsOf(LIST, [projectId, like, cursor?.time ?? null, cursor?.id ?? null, limit + 1]),
    rowsOf(COUNT_USERS, [projectId, like]),
  ]);
  return toPage(rows, count?.total ?? 0, limit, cursor, (row) => ({
    time: row.newestAt.toISOString(),
    id: row.userId,
  }));
}

/** @throws ApiError NotFound for a user without a connected account in this project */
export async function requireUser(projectId: string, userId: string): Promise<EndUser> {
  const [user] = await rowsOf(FIND_USER, [projectId, userId.replaceAll("\0", "")]);
  if (!user)
    throw new ApiError("NotFound", `The user ${userId.slice(0, 100)} has no connected account in this project.`, {
      suggestedFix:
        "Connect one with POST /api/v3/connected_accounts/link; a user exists as soon as an account names them.",
    });
  return user;
}

/** Counts the project's accounts. */
export async function countProjectAccounts(projectId: string): Promise<AccountCounts> {
  const [counts] = await rowsOf(COUNT, [projectId]);
  return counts ?? { total: 0, active: 0, failing: 0, attempts: 0 };
}

const BY_TOOLKIT = statement({
  name: "connected-accounts.by-toolkit",
  text: `SELECT toolkit_slug AS slug, count(*)::int AS "active" FROM connected_account
  WHERE project_id = $1 AND status = 'ACTIVE' AND enabled AND ($2::text IS NULL OR user_id = $2)
  GROUP BY toolkit_slug ORDER BY toolkit_slug`,
  columns: { slug: "text", active: "int4" },
});

/**
 * The toolkits with ACTIVE accounts that are not switched off, by slug, and how many each has.
 * @param userId only accounts of this user
 */
export const countActiveByToolkit = (projectId: string, userId?: string): Promise<{ slug: string; active: number }[]> =>
  rowsOf(BY_TOOLKIT, [projectId, userId ?? null]);
