/** DELETE /api/v1/client/auth/project/delete/{projectId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { deleteProject } from "@/lib/project-end/delete-project";

export const DELETE = defineRoute(olderProjectApi.deleteOlderProject, async ({ params }, caller, { tell }) => {
  const { name } = await deleteProject(caller, params.projectId, false);
  tell({ name, revoke_on_delete: "false" });
  return { status: "success" as const, count: 1 };
});
