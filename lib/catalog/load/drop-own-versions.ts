/** Deletes earlier versions of a project's own toolkit. */
import type { Prisma } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";

const DELETE_TOOLS = statement({
  name: "own-toolkit.drop-tools",
  text: `DELETE FROM tool WHERE project_id = $1 AND toolkit_slug = $2 AND version = ANY($3) AND NOT is_latest`,
});
const FORGET_VERSIONS = statement({
  name: "own-toolkit.drop-versions",
  text: `UPDATE toolkit SET
      available_versions = ARRAY(SELECT name FROM unnest(available_versions) AS name WHERE name <> ALL($3::text[])),
      versions_since = coalesce((SELECT jsonb_agg(entry ORDER BY place)
        FROM jsonb_array_elements(versions_since) WITH ORDINALITY AS entries(entry, place)
        WHERE entry->>'version' <> ALL($3::text[])), '[]'::jsonb)
    WHERE project_id = $1 AND slug = $2`,
});

/**
 * @param versions without the latest
 * @param tx inside of `inOwnToolkitTurn`
 */
export async function dropOwnVersions(
  tx: Prisma.TransactionClient,
  projectId: string,
  slug: string,
  versions: readonly string[],
): Promise<void> {
  await changeIn(tx, DELETE_TOOLS, [projectId, slug, versions]);
  await changeIn(tx, FORGET_VERSIONS, [projectId, slug, versions]);
}
