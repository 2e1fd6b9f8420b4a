/** POST /api/v3/org/usage/summary */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { meteredUsageApi } from "@/lib/overview/metered/contract";
import { findUsageProjects } from "@/lib/overview/metered/find-usage-projects";
import { readUsageSummary } from "@/lib/overview/metered/read-usage-groups";

export const POST = defineRoute(meteredUsageApi.getOrganizationUsageSummary, async ({ body }, { organizationId }) =>
  readUsageSummary(await findUsageProjects(organizationId, body.filters.project_id), body),
);
