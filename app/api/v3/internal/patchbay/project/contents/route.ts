/** GET /api/v3/internal/patchbay/project/contents */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { countContents } from "@/lib/project-end/contents";
import { projectEndApi } from "@/lib/project-end/contract";

export const GET = defineRoute(projectEndApi.getProjectContents, (_, { projectId }) => countContents(projectId));
