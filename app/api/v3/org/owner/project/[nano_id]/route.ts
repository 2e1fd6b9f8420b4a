/** GET, DELETE /api/v3/org/owner/project/{nano_id} */
import { accessApi } from "@/lib/access/contract";
import { getOwnerProject } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { projectEndApi } from "@/lib/project-end/contract";
import { deleteProject } from "@/lib/project-end/delete-project";

export const GET = defineRoute(accessApi.getOwnerProject, ({ params }, { organizationId }) =>
  getOwnerProject(organizationId, params.nano_id),
);

export const DELETE = defineRoute(projectEndApi.deleteProject, async ({ params, query }, caller, { tell }) => {
  const revoke = query.revoke_on_delete ?? false;
  const { name, revokeJobId } = await deleteProject(caller, params.nano_id, revoke);
  tell({ name, revoke_on_delete: String(revoke) });
  return { status: "success" as const, ...(revokeJobId !== undefined && { revoke_job_id: revokeJobId }) };
});
