/** GET /api/v3/org/project/list */
import { accessApi } from "@/lib/access/contract";
import { requireListedOrganization } from "@/lib/access/people/show-session-info";
import { listPublishedProjects } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listProjects, async ({ query }, caller, { headers }) => {
  const { userId, closed } = caller;
  if (query.list_all_org_projects) return listPublishedProjects({ userId, closed }, query);
  const organizationId = await requireListedOrganization(caller, headers.get("x-org-id") || undefined);
  return listPublishedProjects({ userId, organizationId }, query);
});
