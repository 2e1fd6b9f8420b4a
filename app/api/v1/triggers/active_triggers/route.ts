/** GET /api/v1/triggers/active_triggers */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { listActiveTriggers } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderTriggersApi.listActiveTriggers, ({ query }, { projectId }) =>
  listActiveTriggers(projectId, query),
);
