/** Where sealed values are stored, and which keys of the vault they are sealed with. */
import type pg from "pg";
import { jobPool } from "./pools";
import { rowsOf, statement } from "./statement";

/**
 * Every column with sealed values: table, column, and the member where they stand inside JSON. The schema marks them with
 * "sealed", and a test holds this list against it.
 */
export const SEALED_COLUMNS: readonly (readonly [table: string, column: string, member?: string])[] = [
  ["auth_config", "credentials"],
  ["auth_config", "shared_credentials"],
  ["auth_config", "proxy", "sealedKey"],
  ["managed_client", "credentials"],
  ["connected_account", "credentials"],
  ["connected_account", "provider_user"],
  ["link_session", "answer"],
  ["oauth_state", "verifier"],
  ["oauth_state", "link"],
  ["callback_session", "answer"],
  ["revocation_item", "credentials"],
  ["project_language_model", "api_key"],
  ["project_web_search", "api_key"],
  ["parked_call", "call"],
  ["parked_call", "result"],
  ["mcp_server", "address_key"],
  ["webhook_event", "content"],
  ["webhook_subscription", "secret"],
  ["webhook_subscription", "previous_secret"],
  ["webhook_endpoint", "secrets"],
  ["refused_request", "body"],
  ["idempotency_key", "answer"],
];

/** Reads the beginning of each value alone: PostgreSQL then fetches no more of a long one. */
const KEY_IDS = SEALED_COLUMNS.map(([table, column, member]) => {
  const value = member ? `${column}->>'${member}'` : column;
  return statement({
    name: `sealed-columns.${table}.${column}`,
    text: `SELECT DISTINCT split_part(substr(${value}, 1, 40), '.', 2) AS id FROM ${table} WHERE substr(${value}, 1, 3) = 'v1.'`,
    columns: { id: "text" },
  });
});

/**
 * The ids of the keys of all sealed values. It reads every row, one table after the other.
 * @param on the pool of background work, whose statements may take two minutes each, or a connection
 */
export async function findKeyIds(on: Pick<pg.ClientBase, "query"> = jobPool()): Promise<string[]> {
  const ids = new Set<string>();
  for (const one of KEY_IDS) for (const { id } of await rowsOf(one, [], on)) ids.add(id);
  return [...ids];
}
