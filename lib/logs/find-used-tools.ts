/** Tool usage according to the log: the tools that used an account, and how often each toolkit ran. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

const USED_TOOLS = statement({
  name: "logs.used-tools",
  text: "SELECT DISTINCT tool_slug AS slug FROM tool_log WHERE project_id = $1 AND account_id = $2 AND kind = 'tool' ORDER BY 1",
  columns: { slug: "text" },
});

/** Slugs, by name. */
export async function findUsedTools(projectId: string, accountId: string): Promise<string[]> {
  const rows = await rowsOf(USED_TOOLS, [projectId, accountId]);
  return rows.map(({ slug }) => slug);
}

const TOOLKITS = statement({
  name: "logs.used-toolkits",
  text: "SELECT toolkit_slug AS slug, total FROM toolkit_usage WHERE project_id = $1",
  columns: { slug: "text", total: "int4" },
});

/**
 * How often the project has executed something of each toolkit, by slug; toolkits that it never used are absent.
 * Executions count once their log is written.
 */
export async function countToolkitUses(projectId: string): Promise<Map<string, number>> {
  const rows = await rowsOf(TOOLKITS, [projectId]);
  return new Map(rows.map(({ slug, total }) => [slug, total]));
}
