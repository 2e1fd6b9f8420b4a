/** Which scopes the tools of a toolkit need. */
import { queryRows } from "@/lib/kernel/database/db";
import { isEverybodysOrOwn } from "./own-names";

/** By slug, in their latest version; tools that name no scope are absent. */
export async function findToolScopes(projectId: string, toolkitSlug: string): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ slug: string; scopes: string[] }>(
    "catalog.tool-scopes",
    `SELECT slug, scopes FROM tool WHERE ${isEverybodysOrOwn("$1")} AND toolkit_slug = $2 AND is_latest AND scopes <> '{}'`,
    [projectId, toolkitSlug],
  );
  return new Map(rows.map(({ slug, scopes }) => [slug, scopes]));
}
