/** Which keys of the vault this room's secrets are sealed with. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

const KEY_IDS = statement({
  name: "auth-configs.key-ids",
  text: `SELECT split_part(credentials, '.', 2) AS id FROM auth_config
  UNION SELECT split_part(credentials, '.', 2) FROM managed_client`,
  columns: { id: "text" },
});

/** The ids of the keys; none before anything was sealed. Whatever is connected has an auth config. */
export async function findKeyIds(): Promise<string[]> {
  const rows = await rowsOf(KEY_IDS, []);
  return rows.map(({ id }) => id);
}
