/**
 * Finds accounts by auth config, and the auth configs of accounts: for MCP servers, which are limited to some accounts.
 */
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";

const OF_CONFIGS = statement({
  name: "connected-accounts.of-configs",
  text: `SELECT id FROM connected_account
    WHERE project_id = $1 AND user_id = $2 AND auth_config_id = ANY($3) AND account_type = 'PRIVATE'
    ORDER BY (status = 'ACTIVE' AND enabled) DESC, created_at DESC, id DESC LIMIT 1`,
  columns: { id: "text" },
});

/** The user's newest working account of these auth configs. If none works, the newest account; its use reports why. */
export async function findAccountOfConfigs(
  projectId: string,
  userId: string,
  authConfigIds: readonly string[],
): Promise<string | null> {
  const [row] = await rowsOf(OF_CONFIGS, [projectId, userId, authConfigIds]);
  return row?.id ?? null;
}

const CONFIGS_OF_ACCOUNTS = statement({
  name: "connected-accounts.places",
  text: `SELECT id, toolkit_slug AS "toolkitSlug", auth_config_id AS "authConfigId"
    FROM connected_account WHERE project_id = $1 AND id = ANY($2)`,
  columns: { id: "text", toolkitSlug: "text", authConfigId: "text" },
});
export type AccountConfig = StatementRow<typeof CONFIGS_OF_ACCOUNTS>;

/** The accounts among the ids that the project has, with auth config and toolkit, in the order of the ids. */
export async function findAccountConfigs(projectId: string, ids: readonly string[]): Promise<AccountConfig[]> {
  const rows = await rowsOf(CONFIGS_OF_ACCOUNTS, [projectId, ids]);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
