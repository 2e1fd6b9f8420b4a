/** GET /api/v3/org/owner/project/list */
import { accessApi } from "@/lib/access/contract";
import { listPublishedProjects } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listOwnerProjects, ({ query }, { organizationId }) =>
  listPublishedProjects([organizationId], query),
);
