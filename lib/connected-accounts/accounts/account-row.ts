/** A connected account with its auth config, as executions read it, and why one cannot be used. */
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { narrowed, type RowOf } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountStatus } from "../contract";

/** What an execution needs of its account. `openCredentials` opens the sealed values. */
export type ResolvedAccount = {
  id: string;
  projectId: string;
  authConfigId: string;
  toolkitSlug: string;
  userId: string;
  scheme: AuthMode;
  status: AccountStatus;
  /** Sealed. */
  credentials: string | null;
  expiresAt: Date | null;
  refreshAfter: Date | null;
  refreshFailures: number;
  authConfig: {
    /** Sealed. */
    credentials: string;
    sharedCredentials: string | null;
    toolAccess: { tools_for_connected_account_creation?: string[]; tools_available_for_execution?: string[] };
    enabled: boolean;
    /** Whether it uses the operator's managed app. */
    managed: boolean;
    /** Whether sessions may use its accounts unless they name others. */
    forSessions: boolean;
    /** As `sealProxy` stored it. */
    proxy: unknown;
  };
  alias: string | null;
  /** Why this account was chosen. */
  rule: "explicit id" | "alias" | "most recent" | "session override" | "session auth config";
};

export const columns = {
  id: "text",
  auth_config_id: "text",
  toolkit_slug: "text",
  user_id: "text",
  scheme: narrowed<AuthMode>()("text"),
  status: narrowed<AccountStatus>()("text"),
  status_reason: "text?",
  alias: "text?",
  enabled: "bool",
  credentials: "text?",
  expires_at: "timestamptz?",
  refresh_after: "timestamptz?",
  refresh_failures: "int4",
  account_type: "text",
  acl: "jsonb?",
  config_credentials: "text",
  shared_credentials: "text?",
  tool_access: narrowed<ResolvedAccount["authConfig"]["toolAccess"]>()("jsonb"),
  config_enabled: "bool",
  config_managed: "bool",
  for_sessions: "bool",
  config_proxy: "jsonb?",
} as const;

export const COLUMNS = `a.id, a.auth_config_id, a.toolkit_slug, a.user_id, a.scheme,
  a.status, a.status_reason, a.alias, a.enabled, a.credentials,
  a.expires_at, a.refresh_after, a.refresh_failures, a.account_type, a.acl,
  c.credentials AS config_credentials, c.shared_credentials, c.tool_access, c.enabled AS config_enabled, c.managed AS config_managed,
  c.for_tool_router AS for_sessions, c.proxy AS config_proxy`;
export const CONFIG = "JOIN auth_config c ON c.id = a.auth_config_id AND c.project_id = a.project_id";
export const SELECT = `SELECT ${COLUMNS} FROM connected_account a ${CONFIG}`;

/** A row of `SELECT`. */
export type Row = RowOf<typeof columns>;

export const BEST_FIRST =
  "(a.status = 'ACTIVE' AND a.enabled AND c.enabled) DESC, (a.user_id = $2) DESC, a.created_at DESC, a.id DESC";

/** The rows of a statement for several keys, in the order of the keys. */
export function inOrder<R extends { n: number }>(rows: R[], length: number): (R | undefined)[] {
  const ordered = new Array<R | undefined>(length).fill(undefined);
  for (const row of rows) ordered[row.n - 1] = row;
  return ordered;
}

const LINK = "Connect it with POST /api/v3/connected_accounts/link, or under Connected accounts in the dashboard.";

/** The official clients recognize it. */
const NO_ACCOUNT = 1803;

/** The documented error if no account can be used. */
export const noAccount = (message: string, suggestedFix = LINK) =>
  new ApiError("BadRequest", message, {
    code: NO_ACCOUNT,
    slug: "ActionExecute_ConnectedAccountNotFound",
    suggestedFix,
  });

/** Whether an error means that the user must connect an account first. */
export const isNoAccount = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.code === NO_ACCOUNT;

/** The error for an id that this project does not have, even if another project has it. */
export const unknownAccount = (id: string) =>
  new ApiError("NotFound", `There is no connected account ${id} in this project.`, {
    suggestedFix: "List the accounts with GET /api/v3/connected_accounts and use the id of one of them.",
  });

export function assertUsable(row: Row): void {
  const account = `${row.toolkit_slug} account ${row.id} of the user ${row.user_id}`;
  if (!row.config_enabled)
    throw noAccount(
      `The ${account} cannot be used: its auth config ${row.auth_config_id} is disabled.`,
      "Enable the auth config, or connect the user through another one.",
    );
  if (!row.enabled || row.status === "INACTIVE")
    throw noAccount(
      `The ${account} cannot be used: it is disabled.`,
      `Enable it with PATCH /api/v3/connected_accounts/${row.id}/status.`,
    );
  if (row.status !== "ACTIVE")
    throw noAccount(
      `The ${account} cannot be used: its status is ${row.status}${row.status_reason ? ` (${row.status_reason.replace(/\.$/, "")})` : ""}.`,
    );
}

export const toResolved = (row: Row, projectId: string, rule: ResolvedAccount["rule"]): ResolvedAccount => ({
  id: row.id,
  projectId,
  authConfigId: row.auth_config_id,
  toolkitSlug: row.toolkit_slug,
  userId: row.user_id,
  scheme: row.scheme,
  status: row.status,
  alias: row.alias,
  credentials: row.credentials,
  expiresAt: row.expires_at,
  refreshAfter: row.refresh_after,
  refreshFailures: row.refresh_failures,
  authConfig: {
    credentials: row.config_credentials,
    sharedCredentials: row.shared_credentials,
    toolAccess: row.tool_access,
    enabled: row.config_enabled,
    managed: row.config_managed,
    forSessions: row.for_sessions,
    proxy: row.config_proxy,
  },
  rule,
});
