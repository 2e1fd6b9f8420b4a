/** Finds a trigger by a UUID: its own, or the UUID that webhooks of older versions make of its ID. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { HAS_UUID, toHashPattern, toHashStart } from "@/lib/kernel/database/to-hash-pattern";
import { toUuid } from "@/lib/kernel/ids";

const BY_UUID = statement({
  name: "triggers.by-uuid",
  text: `SELECT id, uuid::text AS uuid FROM trigger_instance WHERE project_id = $1 AND uuid = $4::text::uuid
    UNION ALL SELECT id, uuid::text FROM trigger_instance WHERE project_id = $1 AND ${HAS_UUID} LIMIT 2`,
  columns: { id: "text", uuid: "text" },
});

/** Returns its ID; null if the project has none with this UUID. */
export async function findTriggerIdByUuid(projectId: string, uuid: string): Promise<string | null> {
  const lower = uuid.toLowerCase();
  const rows = await rowsOf(BY_UUID, [projectId, toHashStart(lower), toHashPattern(lower), lower]);
  return rows.find((row) => row.uuid === lower || toUuid(row.id) === lower)?.id ?? null;
}
