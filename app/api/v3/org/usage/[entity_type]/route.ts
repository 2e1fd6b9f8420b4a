/** POST /api/v3/org/usage/{entity_type} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { meteredUsageApi } from "@/lib/overview/metered/contract";
import { findUsageProjects } from "@/lib/overview/metered/find-usage-projects";
import { readUsageGroups } from "@/lib/overview/metered/read-usage-groups";

export const POST = defineRoute(
  meteredUsageApi.listOrganizationUsageGroups,
  async ({ params, body }, { organizationId }) =>
    readUsageGroups(await findUsageProjects(organizationId, body.filters.project_id), params.entity_type, body),
);
