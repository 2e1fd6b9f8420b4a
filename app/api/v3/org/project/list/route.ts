/** GET /api/v3/org/project/list */
import { accessApi } from "@/lib/access/contract";
import { requireListedOrganizations } from "@/lib/access/people/show-session-info";
import { listPublishedProjects } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listProjects, async ({ query }, { userId }, { headers }) => {
  const organizationId = headers.get("x-org-id") || undefined;
  const all = query.list_all_org_projects ?? false;
  return listPublishedProjects(await requireListedOrganizations(userId, { organizationId, all }), query);
});
