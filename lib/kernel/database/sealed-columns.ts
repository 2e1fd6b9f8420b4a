/** Where sealed values are stored, and which keys of the vault they are sealed with. */
import type pg from "pg";
import { jobPool } from "./pools";
import { rowsOf, statement } from "./statement";

/** A column with sealed values, and what binds each value to its row. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The member that is sealed, if the column contains JSON. */
  readonly member: string | undefined;
  /** The name of the column in `SealedPlace`. */
  readonly place: string;
  /** SQL of the project in `SealedPlace`. */
  readonly projectId: string;
  /** The column with the row's id in `SealedPlace`. */
  readonly rowId: string;
  /** The columns of the primary key, and their type. */
  readonly key: readonly string[];
  readonly keyType: "text" | "bigint";
};

type Differences = Partial<Omit<SealedColumn, "table" | "column">>;

const sealed = (table: string, column: string, differences: Differences = {}): SealedColumn => ({
  table,
  column,
  member: undefined,
  place: `${table}.${column}`,
  projectId: "project_id",
  rowId: "id",
  key: [differences.rowId ?? "id"],
  keyType: "text",
  ...differences,
});

/** Every column with sealed values. The schema marks them with "sealed", and a test holds this list against it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealed("auth_config", "credentials"),
  sealed("auth_config", "shared_credentials"),
  sealed("auth_config", "proxy", { member: "sealedKey" }),
  sealed("audit_key", "private_key", { projectId: "''" }),
  sealed("managed_client", "credentials", { projectId: "''" }),
  sealed("transfer_key", "private_key", { projectId: "''" }),
  sealed("second_factor", "secret", { projectId: "''", rowId: "user_id" }),
  sealed("second_factor", "next_secret", { projectId: "''", rowId: "user_id" }),
  sealed("sso_provider", "client_secret", { projectId: "''" }),
  sealed("sso_provider", "signing_key", { projectId: "''" }),
  sealed("sso_provider", "next_signing_key", { projectId: "''" }),
  sealed("connected_account", "credentials"),
  sealed("connected_account", "provider_user"),
  sealed("link_session", "answer", { rowId: "hash" }),
  sealed("oauth_state", "verifier", { rowId: "hash" }),
  sealed("oauth_state", "link", { rowId: "hash" }),
  sealed("callback_session", "answer", { rowId: "hash" }),
  sealed("revocation_item", "credentials"),
  sealed("project_language_model", "api_key", { rowId: "project_id" }),
  sealed("project_web_search", "api_key", { rowId: "project_id" }),
  sealed("project_mail", "password", { rowId: "project_id" }),
  sealed("project_slack", "bot_token", { rowId: "project_id" }),
  sealed("project_slack", "signing_secret", { rowId: "project_id" }),
  sealed("parked_call", "call", { place: "call" }),
  sealed("parked_call", "result", { place: "result" }),
  sealed("mcp_server", "address_key"),
  sealed("webhook_event", "content"),
  sealed("webhook_subscription", "secret"),
  sealed("webhook_subscription", "previous_secret"),
  sealed("webhook_endpoint", "secrets"),
  sealed("tool_webhook", "secret", { rowId: "project_id" }),
  sealed("refused_request", "body", { rowId: "endpoint_id", key: ["id"], keyType: "bigint" }),
  sealed("webhook_inbox", "content", { rowId: "subscription_id", key: ["id"], keyType: "bigint" }),
  sealed("idempotency_key", "answer", { place: "answer", rowId: "key", key: ["project_id", "key"] }),
];

/** SQL of the sealed value. */
export const valueOf = ({ column, member }: SealedColumn): string => (member ? `${column}->>'${member}'` : column);
/** SQL of the id of its key. PostgreSQL reads the beginning of a long value alone. */
export const keyIdIn = (value: string): string => `split_part(substr(${value}, 1, 40), '.', 2)`;
export const isSealed = (value: string): string => `substr(${value}, 1, 3) = 'v1.'`;

const KEY_IDS = SEALED_COLUMNS.map((sealedColumn) =>
  statement({
    name: `sealed-columns.${sealedColumn.table}.${sealedColumn.column}`,
    text: `SELECT DISTINCT ${keyIdIn(valueOf(sealedColumn))} AS id FROM ${sealedColumn.table} WHERE ${isSealed(valueOf(sealedColumn))}`,
    columns: { id: "text" },
  }),
);

/**
 * The ids of the keys of all sealed values. It reads every row, one table after the other.
 * @param on the pool of background work, whose statements can take two minutes each, or a connection
 */
export async function findKeyIds(on: Pick<pg.ClientBase, "query"> = jobPool()): Promise<string[]> {
  const ids = new Set<string>();
  for (const keyIds of KEY_IDS) for (const { id } of await rowsOf(keyIds, [], on)) ids.add(id);
  return [...ids];
}
