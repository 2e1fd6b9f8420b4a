/** The tools for which an account was used, according to the log. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

const USED = statement({
  name: "logs.used-tools",
  text: "SELECT DISTINCT tool_slug AS slug FROM tool_log WHERE project_id = $1 AND account_id = $2 AND kind = 'tool' ORDER BY 1",
  columns: { slug: "text" },
});

/** Slugs, by name. */
export async function findUsedTools(projectId: string, accountId: string): Promise<string[]> {
  const rows = await rowsOf(USED, [projectId, accountId]);
  return rows.map(({ slug }) => slug);
}
