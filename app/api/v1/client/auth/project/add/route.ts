/** POST /api/v1/client/auth/project/add */
import { createProject } from "@/lib/access/projects/projects";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { toOlderProject } from "@/lib/legacy/project/list-older-keys";

export const POST = defineRoute(olderProjectApi.createOlderProject, async ({ body }, { organizationId }) => {
  const { id } = await createProject(organizationId, body.name);
  return toOlderProject(id);
});
