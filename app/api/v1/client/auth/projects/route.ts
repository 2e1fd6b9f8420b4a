/** GET /api/v1/client/auth/projects */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { listOlderProjects } from "@/lib/legacy/project/list-older-keys";

export const GET = defineRoute(olderProjectApi.listOlderProjects, (_sent, { projectId }) =>
  listOlderProjects(projectId),
);
