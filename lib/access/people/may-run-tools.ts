/** A person's permission in a project, for jobs that act for the person while they are away. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { rolesWith, toRole } from "../roles";

const ROLE = statement({
  name: "access.role-in",
  text: `SELECT m.role FROM member m JOIN project p ON p.organization_id = m.organization_id
    WHERE p.id = $1 AND p.deleted_at IS NULL AND m.user_id = $2`,
  columns: { role: "text" },
});

/** Whether the person currently belongs to the project and has the permission to run tools there. */
export async function mayRunTools(projectId: string, userId: string): Promise<boolean> {
  const [row] = await rowsOf(ROLE, [projectId, userId]);
  return row !== undefined && rolesWith("tool_execution:write").includes(toRole(row.role));
}
