/** GET /api/v3/internal/action_execution/log/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toActionDetail } from "@/lib/logs/actions/wire";
import { actionLogsApi } from "@/lib/logs/actions/contract";
import { requireToolLog } from "@/lib/logs/find-tool-logs";

export const GET = defineRoute(actionLogsApi.getActionLog, async ({ params }, { projectId }) =>
  toActionDetail(await requireToolLog(projectId, params.id)),
);
