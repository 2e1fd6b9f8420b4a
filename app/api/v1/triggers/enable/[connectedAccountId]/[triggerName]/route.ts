/** POST /api/v1/triggers/enable/{connectedAccountId}/{triggerName} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { enableOlderTrigger } from "@/lib/legacy/triggers/list-older-triggers";

export const POST = defineRoute(olderTriggersApi.enableOlderTrigger, ({ params, body }, { projectId }, { requestId }) =>
  enableOlderTrigger(projectId, params, body.triggerConfig, { requestId }),
);
