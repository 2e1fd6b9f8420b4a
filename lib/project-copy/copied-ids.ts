/** The items of a project that came from exported files: a second import finds what the first import made. */
import type { Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { turnLock } from "@/lib/kernel/database/turn-lock";

export type CopiedKind = "auth_configs" | "mcp_servers" | "triggers" | "webhook_subscriptions";

const LIST = statement({
  name: "project-copy.list",
  text: "SELECT kind, from_id, id FROM copied_item WHERE project_id = $1 ORDER BY kind, from_id",
  columns: { kind: "text", from_id: "text", id: "text" },
});
const SAVE = statement({
  name: "project-copy.save",
  text: `INSERT INTO copied_item (project_id, kind, from_id, id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project_id, kind, from_id) DO UPDATE SET id = excluded.id`,
});
/** Of two imports into one project, one waits for the other. */
const LOCK = turnLock("project-copy");

/** The ids of earlier imports; locks the imports of the project until the transaction ends. */
export async function openCopiedIds(tx: Db, projectId: string) {
  await changeIn(tx, LOCK, [projectId]);
  const rows = await rowsIn(tx, LIST, [projectId]);
  const ids = new Map(rows.map(({ kind, from_id: from, id }) => [`${kind} ${from}`, id]));
  return {
    /** The id that an item has here, if it has one: of an earlier import, or its own in the same project. */
    find: (kind: CopiedKind, from: string): string => ids.get(`${kind} ${from}`) ?? from,
    save: async (kind: CopiedKind, from: string, id: string): Promise<void> => {
      if (from === id || ids.get(`${kind} ${from}`) === id) return;
      ids.set(`${kind} ${from}`, id);
      await changeIn(tx, SAVE, [projectId, kind, from, id]);
    },
  };
}

export type CopiedIds = Awaited<ReturnType<typeof openCopiedIds>>;

/**
 * The id that exported files call an item by: that of the project where it was exported first, so that the files of two
 * projects can be compared.
 */
export async function findOrigins(projectId: string): Promise<(kind: CopiedKind, id: string) => string> {
  const origins = new Map<string, string>();
  for (const { kind, from_id: from, id } of await rowsOf(LIST, [projectId]))
    if (!origins.has(`${kind} ${id}`)) origins.set(`${kind} ${id}`, from);
  return (kind, id) => origins.get(`${kind} ${id}`) ?? id;
}

/** What of this room belongs to a project. */
export const COPIED_IDS_OF_PROJECT = [batchDelete("copied_item", OF_PROJECT)];
