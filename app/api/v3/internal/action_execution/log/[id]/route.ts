/** GET /api/v3/internal/action_execution/log/{id} */
import { defineRoute } from "@/lib/http/define-route";
import { toActionDetail } from "@/lib/logs/action-wire";
import { logsApi } from "@/lib/logs/contract";
import { requireToolLog } from "@/lib/logs/tool-log-query";

export const GET = defineRoute(logsApi.getActionLog, async ({ params }, { projectId }) => toActionDetail(await requireToolLog(projectId, params.id)));
