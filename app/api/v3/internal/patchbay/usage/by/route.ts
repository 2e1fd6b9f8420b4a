/** GET /api/v3/internal/patchbay/usage/by */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { usageApi } from "@/lib/logs/usage/contract";
import { readUsageBy } from "@/lib/logs/usage/read-usage";
import { toUsageBy } from "@/lib/logs/usage/to-usage";

export const GET = defineRoute(usageApi.listUsageBy, async ({ query }, { projectId }) =>
  toUsageBy(await readUsageBy(projectId, query)),
);
