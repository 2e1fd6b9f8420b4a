/** GET /api/v3/org/project/list */
import { accessApi } from "@/lib/access/contract";
import { requireListedOrganization } from "@/lib/access/people/show-session-info";
import { listPublishedProjects } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listProjects, async ({ query }, { userId }, { headers }) => {
  const organizationId = headers.get("x-org-id") || undefined;
  if (query.list_all_org_projects) return listPublishedProjects({ userId }, query);
  return listPublishedProjects(
    { userId, organizationId: await requireListedOrganization(userId, organizationId) },
    query,
  );
});
