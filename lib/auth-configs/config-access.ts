/** Which tools auth configs let be executed, read without their sealed values: for callers that look at each call. */
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";

const FIND = statement({
  name: "auth-configs.access",
  text: `SELECT id, toolkit_slug AS "toolkitSlug", coalesce(tool_access->'tools_available_for_execution', '[]') AS allowed
    FROM auth_config WHERE project_id = $1 AND id = ANY($2)`,
  columns: { id: "text", toolkitSlug: "text", allowed: narrowed<string[]>()("jsonb") },
});

/** `allowed` is empty where every tool may be executed. */
export type ConfigAccess = StatementRow<typeof FIND>;

/** Those of the ids that the project has. */
export const findConfigAccess = (projectId: string, ids: readonly string[]): Promise<ConfigAccess[]> =>
  rowsOf(FIND, [projectId, ids]);
