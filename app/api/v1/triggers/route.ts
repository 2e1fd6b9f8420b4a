/** GET /api/v1/triggers */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { listOlderTriggers } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderTriggersApi.listOlderTriggers, ({ query }, { projectId }) =>
  listOlderTriggers(projectId, query),
);
