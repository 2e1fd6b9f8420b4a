/** POST /api/v3/project/usage/{entity_type} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { meteredUsageApi } from "@/lib/overview/metered/contract";
import { readUsageGroups } from "@/lib/overview/metered/read-usage-groups";

export const POST = defineRoute(meteredUsageApi.listUsageGroups, ({ params, body }, { projectId }) =>
  readUsageGroups([projectId], params.entity_type, body),
);
