/** GET /api/v3/logs/tool_execution/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { logsApi } from "@/lib/logs/contract";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { toToolLogDetail } from "@/lib/logs/wire";

export const GET = defineRoute(logsApi.getToolLog, async ({ params }, { projectId }) =>
  toToolLogDetail(await requireToolLog(projectId, params.id)),
);
