/** The connections that a user sees on a page of their own: theirs, and those that others share with them. */
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { AccountStatus } from "../contract";
import { openCurrentUser, type CurrentUser } from "../current-user";
import { CONFIG } from "../accounts/account-row";
import { mayUse } from "../accounts/acl";
import { SETTLED } from "../accounts/attempts-in-sql";
import { connectMode } from "../connect/connect-mode";
import { scopesOfAccount } from "../credentials/account-health";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { secretHintOf } from "./wire";

export type Connection = {
  id: string;
  authConfigId: string;
  toolkit: { name: string; logo: string };
  /** Whom it belongs to: the user, or somebody who shares it with them. */
  isOwn: boolean;
  isShared: boolean;
  alias: string | null;
  /** How a key begins; only for the user's own connections. */
  keyHint: string | undefined;
  /** The provider's page of keys, of an account that a key opens. */
  keysUrl: string | undefined;
  /**
   * The user at the provider; only for the user's own connections, because it is personal data of the person who
   * connected it.
   */
  owner: CurrentUser | null;
  /** An attempt to connect it again changes nothing before it is connected. */
  status: AccountStatus;
  /** Neither it nor its auth config is switched off. */
  enabled: boolean;
  /** Whether the provider's own page asked for consent; otherwise a key or a password was given. */
  byConsent: boolean;
  /** The granted scopes; null if the provider does not return them. */
  scopes: string[] | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** Attempts that never worked are none of them, nor what somebody else shared and ended. */
const VISIBLE_ACCOUNTS = `FROM connected_account a ${CONFIG}
  WHERE a.project_id = $1
    AND (a.user_id = $2 OR (a.account_type = 'SHARED' AND ${SETTLED} <> 'REVOKED'
      AND NOT coalesce(a.acl->'not_allowed_user_ids' ? $2, false)
      AND (a.acl->>'allow_all_users' = 'true' OR a.acl->'allowed_user_ids' ? $2)))
    AND (a.status IN ('ACTIVE', 'INACTIVE') OR EXISTS (SELECT 1 FROM connected_account_event e
      WHERE e.project_id = $1 AND e.account_id = a.id AND e.status = 'ACTIVE'))`;
const COLUMNS = `a.id, a.auth_config_id AS "authConfigId", a.toolkit_slug AS "toolkitSlug",
  a.user_id AS "userId", a.scheme, a.alias, ${SETTLED} AS status,
  (a.enabled AND c.enabled) AS enabled, a.account_type AS "accountType", a.acl, a.credentials, a.provider_user AS "providerUser",
  a.requested_scopes AS "requestedScopes", a.created_at AS "createdAt", a.last_used_at AS "lastUsedAt"`;
const columns = {
  id: "text",
  authConfigId: "text",
  toolkitSlug: "text",
  userId: "text",
  scheme: narrowed<AuthMode>()("text"),
  alias: "text?",
  status: narrowed<AccountStatus>()("text"),
  enabled: "bool",
  accountType: "text",
  acl: "jsonb?",
  credentials: "text?",
  providerUser: "text?",
  requestedScopes: "text[]?",
  createdAt: "timestamptz",
  lastUsedAt: "timestamptz?",
} as const;

const LIST = statement({
  name: "connected-accounts.seen-by-user",
  text: `SELECT ${COLUMNS}, (count(*) OVER ())::int AS total ${VISIBLE_ACCOUNTS}
    ORDER BY (${SETTLED} = 'REVOKED'), a.created_at DESC, a.id DESC LIMIT $3 OFFSET $4`,
  columns: { ...columns, total: "int4" },
});
const FIND_CONNECTION = statement({
  name: "connected-accounts.one-seen-by-user",
  text: `SELECT ${COLUMNS} ${VISIBLE_ACCOUNTS} AND a.id = $3`,
  columns,
});

async function toConnection(
  projectId: string,
  userId: string,
  row: StatementRow<typeof FIND_CONNECTION>,
): Promise<Connection | undefined> {
  if (!mayUse(row, userId)) return undefined;
  const { id, toolkitSlug, scheme, requestedScopes, providerUser, credentials } = row;
  const toolkit = await findToolkit(projectId, toolkitSlug);
  const isOwn = row.userId === userId;
  const byConsent = connectMode(scheme).consent;
  const authScheme = toolkit?.authSchemes.find(({ mode }) => mode === scheme);
  return {
    id,
    authConfigId: row.authConfigId,
    toolkit: { name: toolkit?.name ?? toolkitSlug, logo: toolkit ? logoUrl(toolkit) : "" },
    isOwn,
    isShared: row.accountType === "SHARED",
    alias: row.alias,
    owner: isOwn ? openCurrentUser(projectId, id, providerUser) : null,
    status: row.status,
    enabled: row.enabled,
    byConsent,
    keyHint: authScheme && isOwn && !byConsent ? secretHintOf({ projectId, id, credentials }, authScheme) : undefined,
    keysUrl: byConsent ? undefined : authScheme?.hintUrl,
    scopes: scopesOfAccount({ projectId, id, credentials, requestedScopes: requestedScopes ?? [] }),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
  };
}

/** How many are on a page. */
export const CONNECTIONS_ON_A_PAGE = 50;

/** A page of a user's connections: the newest first, those that were disconnected last. */
export async function findUsersConnections(
  projectId: string,
  userId: string,
  page: number,
): Promise<{ items: Connection[]; pages: number }> {
  const rows = await rowsOf(LIST, [projectId, userId, CONNECTIONS_ON_A_PAGE, (page - 1) * CONNECTIONS_ON_A_PAGE]);
  const items = await Promise.all(rows.map((row) => toConnection(projectId, userId, row)));
  return {
    items: items.filter((item) => item !== undefined),
    pages: Math.ceil((rows[0]?.total ?? 0) / CONNECTIONS_ON_A_PAGE),
  };
}

/** One of them; undefined for an id that the user does not see, whatever the reason. */
export async function findUsersConnection(
  projectId: string,
  userId: string,
  id: string,
): Promise<Connection | undefined> {
  const [row] = await rowsOf(FIND_CONNECTION, [projectId, userId, id]);
  return row && toConnection(projectId, userId, row);
}
