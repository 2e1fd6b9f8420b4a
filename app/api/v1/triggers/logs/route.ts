/** GET /api/v1/triggers/logs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { listOlderTriggerLogs } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderTriggersApi.listOlderTriggerLogs, ({ query }, { projectId }) =>
  listOlderTriggerLogs(projectId, query),
);
