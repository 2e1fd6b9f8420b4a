/** GET /api/v3/internal/patchbay/usage */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { usageApi } from "@/lib/logs/usage/contract";
import { readUsage } from "@/lib/logs/usage/read-usage";
import { toUsage } from "@/lib/logs/usage/to-usage";

export const GET = defineRoute(usageApi.getUsage, async ({ query }, { projectId }) =>
  toUsage(await readUsage(projectId, query.range)),
);
