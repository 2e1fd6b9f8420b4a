/** Finds a connected account by the UUID of older versions of the API. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { HAS_UUID, toHashPattern, toHashStart } from "@/lib/kernel/database/to-hash-pattern";
import { toUuid } from "@/lib/kernel/ids";

const BY_UUID = statement({
  name: "connected-accounts.by-uuid",
  text: `SELECT id FROM connected_account WHERE project_id = $1 AND ${HAS_UUID} LIMIT 2`,
  columns: { id: "text" },
});

/** Returns its ID; null if the project has none with this UUID. */
export async function findAccountIdByUuid(projectId: string, uuid: string): Promise<string | null> {
  const rows = await rowsOf(BY_UUID, [projectId, toHashStart(uuid), toHashPattern(uuid)]);
  return rows.find(({ id }) => toUuid(id) === uuid.toLowerCase())?.id ?? null;
}
