/** POST /api/v3/project/usage/summary */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { meteredUsageApi } from "@/lib/overview/metered/contract";
import { readUsageSummary } from "@/lib/overview/metered/read-usage-groups";

export const POST = defineRoute(meteredUsageApi.getUsageSummary, ({ body }, { projectId }) =>
  readUsageSummary([projectId], body),
);
