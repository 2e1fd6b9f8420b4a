/** GET /api/v2/triggers/{triggerName} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { getOlderTrigger } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderTriggersApi.getOlderTrigger, ({ params }, { projectId }) =>
  getOlderTrigger(projectId, params.triggerName),
);
