/** A person's permission in a project, for jobs that act for the person while they are away. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { rolesWith, toRole } from "../roles";

const ROLE = statement({
  name: "access.role-in",
  text: `SELECT m.role FROM member m JOIN project p ON p.organization_id = m.organization_id
    WHERE p.id = $1 AND p.deleted_at IS NULL AND m.user_id = $2 AND ($3::text IS NULL OR m.organization_id = $3)
      AND NOT m.organization_id = ANY($4::text[])`,
  columns: { role: "text" },
});

/**
 * Whether the person currently belongs to the project and has the permission to run tools there.
 * @param confinedTo the only organization that the person's sign-in opens, if it opens one alone
 * @param closed organizations that it does not open
 */
export async function mayRunTools(
  projectId: string,
  userId: string,
  confinedTo?: string,
  closed: readonly string[] = [],
): Promise<boolean> {
  const [row] = await rowsOf(ROLE, [projectId, userId, confinedTo ?? null, closed]);
  return row !== undefined && rolesWith("tool_execution:write").includes(toRole(row.role));
}
