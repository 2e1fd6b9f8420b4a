/** Which scopes the tools of a toolkit need. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { isEverybodysOrOwn } from "./own-names";

const SCOPES = statement({
  name: "catalog.tool-scopes",
  text: `SELECT slug, scopes FROM tool WHERE ${isEverybodysOrOwn("$1")} AND toolkit_slug = $2 AND is_latest AND scopes <> '{}'`,
  columns: { slug: "text", scopes: "text[]" },
});

/** By slug, in their latest version; tools that name no scope are absent. */
export async function findToolScopes(projectId: string, toolkitSlug: string): Promise<Map<string, string[]>> {
  const rows = await rowsOf(SCOPES, [projectId, toolkitSlug]);
  return new Map(rows.map(({ slug, scopes }) => [slug, scopes]));
}
