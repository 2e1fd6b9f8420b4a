/** The accounts that one user may have a session use, of all toolkits at once. */
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { AccountStatus } from "../contract";
import { openCurrentUser, type CurrentUser } from "../current-user";
import { mayUse } from "./acl";

/** Limit for one toolkit: with more accounts, a call must name the account that it means. */
const MOST_OF_A_TOOLKIT = 11;
const MOST = 2_000;

export type UsersAccount = {
  id: string;
  toolkitSlug: string;
  authConfigId: string;
  alias: string | null;
  status: AccountStatus;
  /** ACTIVE, and neither it nor its auth config is switched off. */
  works: boolean;
  /** Whether sessions may use it unless they name others. */
  forSessions: boolean;
  accountType: string;
  createdAt: Date;
  /** Whom it belongs to: another user, where it is shared. */
  userId: string;
  /** The user's own and nobody else's; otherwise it was named. */
  isOwn: boolean;
  /** Whom it belongs to at the provider, opened when it is asked for. */
  currentUser: () => CurrentUser | null;
};

const OF_USER = statement({
  name: "connected-accounts.of-user",
  text: `SELECT id, "toolkitSlug", "userId", "authConfigId", alias, status, works,
      "forSessions", "accountType", acl, "currentUser", "createdAt"
    FROM (SELECT a.id, a.toolkit_slug AS "toolkitSlug", a.user_id AS "userId", a.auth_config_id AS "authConfigId", a.alias, a.status,
        (a.status = 'ACTIVE' AND a.enabled AND c.enabled) AS works, c.for_tool_router AS "forSessions", a.account_type AS "accountType",
        a.acl, a.provider_user AS "currentUser", a.created_at AS "createdAt",
        row_number() OVER (PARTITION BY a.toolkit_slug ORDER BY (a.id = ANY($3::text[])) DESC, (a.auth_config_id = ANY($4::text[])) DESC,
          c.for_tool_router DESC, (a.status = 'ACTIVE' AND a.enabled AND c.enabled) DESC, a.created_at DESC, a.id DESC) AS place
      FROM connected_account a JOIN auth_config c ON c.id = a.auth_config_id AND c.project_id = a.project_id
      WHERE a.project_id = $1 AND ((a.user_id = $2 AND a.account_type = 'PRIVATE') OR a.id = ANY($3::text[]))) found
    WHERE place <= ${MOST_OF_A_TOOLKIT} ORDER BY "toolkitSlug", place LIMIT ${MOST}`,
  columns: {
    id: "text",
    toolkitSlug: "text",
    userId: "text",
    authConfigId: "text",
    alias: "text?",
    status: narrowed<AccountStatus>()("text"),
    works: "bool",
    forSessions: "bool",
    accountType: "text",
    acl: "jsonb?",
    currentUser: "text?",
    createdAt: "timestamptz",
  },
});

const CONNECTED = statement({
  name: "connected-accounts.connected-toolkits",
  text: `SELECT DISTINCT toolkit_slug AS slug FROM connected_account
    WHERE project_id = $1 AND user_id = $2 AND status = 'ACTIVE' AND enabled ORDER BY toolkit_slug LIMIT ${MOST}`,
  columns: { slug: "text" },
});

/** The slugs of the toolkits to which the user has an active account of their own. */
export async function findConnectedToolkits(projectId: string, userId: string): Promise<string[]> {
  const rows = await rowsOf(CONNECTED, [projectId, userId]);
  return rows.map(({ slug }) => slug);
}

/**
 * The user's own accounts and the named accounts that the user may use, few of each toolkit.
 * @param named.accountIds also accounts of other users; they come first
 * @param named.authConfigIds the accounts of these auth configs come next
 */
export async function findUsersAccounts(
  projectId: string,
  userId: string,
  { accountIds, authConfigIds }: { accountIds: readonly string[]; authConfigIds: readonly string[] },
): Promise<UsersAccount[]> {
  const rows = await rowsOf(OF_USER, [projectId, userId, accountIds, authConfigIds]);
  return rows
    .filter((row) => mayUse(row, userId))
    .map(({ acl: _acl, currentUser: sealed, ...row }) => ({
      ...row,
      isOwn: row.userId === userId && row.accountType === "PRIVATE",
      currentUser: () => openCurrentUser(projectId, row.id, sealed),
    }));
}
