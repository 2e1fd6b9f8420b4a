/** The members of a project who can decide about the calls of agents. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { rolesWith, toRole } from "../roles";
import type { Role } from "../role";

export type ProjectMember = { id: string; email: string; role: Role };

/** More are not asked at the same time. */
export const MOST_MEMBERS = 500;

const MEMBERS = statement({
  name: "access.approvers",
  text: `SELECT u.id, u.email, m.role FROM project p JOIN member m ON m.organization_id = p.organization_id
      JOIN app_user u ON u.id = m.user_id
    WHERE p.id = $1 AND p.deleted_at IS NULL AND m.role = ANY($2::text[]) ORDER BY m.created_at, u.id LIMIT ${MOST_MEMBERS}`,
  columns: { id: "text", email: "text", role: "text" },
});

/** All members whose role includes decisions, oldest first. */
export async function findApprovers(projectId: string): Promise<ProjectMember[]> {
  const rows = await rowsOf(MEMBERS, [projectId, rolesWith("sessions:write")]);
  return rows.map(({ role, ...member }) => ({ ...member, role: toRole(role) }));
}

/** Those of the IDs that stand for no member who can decide. */
export async function findStrangers(projectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const approverIds = new Set((await findApprovers(projectId)).map(({ id }) => id));
  return ids.filter((id) => !approverIds.has(id));
}
