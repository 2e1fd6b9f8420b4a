/** GET /api/v1/client/auth/projects */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderKeysApi } from "@/lib/legacy/keys/contract";
import { listOlderProjects } from "@/lib/legacy/keys/to-older-key";

export const GET = defineRoute(olderKeysApi.listOlderProjects, (_sent, { projectId }) => listOlderProjects(projectId));
