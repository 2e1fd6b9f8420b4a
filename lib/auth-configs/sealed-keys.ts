/** Which keys of the vault this room's secrets are sealed with. */
import { queryRows } from "@/lib/kernel/database/db";

const KEY_IDS = `SELECT split_part(credentials, '.', 2) AS id FROM auth_config
  UNION SELECT split_part(credentials, '.', 2) FROM managed_client`;

/** The ids of the keys; none before anything was sealed. Whatever is connected has an auth config. */
export async function findKeyIds(): Promise<string[]> {
  const rows = await queryRows<{ id: string }>("auth-configs.key-ids", KEY_IDS, []);
  return rows.map(({ id }) => id);
}
