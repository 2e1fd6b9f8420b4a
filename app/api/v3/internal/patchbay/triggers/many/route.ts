/** POST /api/v3/internal/patchbay/triggers/many */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { changeTriggers } from "@/lib/triggers/many/change-triggers";
import { manyTriggersApi } from "@/lib/triggers/many/contract";

export const POST = defineRoute(manyTriggersApi.changeTriggers, ({ body }, { projectId }, facts) =>
  changeTriggers(projectId, body, facts),
);
