/** POST /api/v3/internal/patchbay/triggers/many */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { changeTriggers } from "@/lib/triggers/many/change-triggers";
import { triggerPagesApi } from "@/lib/triggers/pages/contract";

export const POST = defineRoute(triggerPagesApi.changeTriggers, ({ body }, { projectId }, facts) =>
  changeTriggers(projectId, body, facts),
);
