/** Which tools auth configs let be executed, read without their sealed values: for callers that look at each call. */
import { queryRows } from "@/lib/kernel/database/db";

/** `allowed` is empty where every tool may be executed. */
export type ConfigAccess = { id: string; toolkitSlug: string; allowed: string[] };

/** Those of the ids that the project has. */
export const findConfigAccess = (projectId: string, ids: readonly string[]): Promise<ConfigAccess[]> =>
  queryRows<ConfigAccess>(
    "auth-configs.access",
    `SELECT id, toolkit_slug AS "toolkitSlug", coalesce(tool_access->'tools_available_for_execution', '[]') AS allowed
    FROM auth_config WHERE project_id = $1 AND id = ANY($2)`,
    [projectId, ids],
  );
