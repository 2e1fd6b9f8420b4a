/** Which tools an account was used for, as far as the log reaches. */
import { queryRows } from "@/lib/kernel/database/db";

/** Slugs, by name. */
export async function findUsedTools(projectId: string, accountId: string): Promise<string[]> {
  const rows = await queryRows<{ slug: string }>(
    "logs.used-tools",
    "SELECT DISTINCT tool_slug AS slug FROM tool_log WHERE project_id = $1 AND account_id = $2 AND kind = 'tool' ORDER BY 1",
    [projectId, accountId],
  );
  return rows.map(({ slug }) => slug);
}
