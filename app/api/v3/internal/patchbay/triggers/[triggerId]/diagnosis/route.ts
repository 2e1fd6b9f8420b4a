/** GET /api/v3/internal/patchbay/triggers/{triggerId}/diagnosis */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerChecksApi } from "@/lib/triggers/checks/contract";
import { diagnoseTrigger } from "@/lib/triggers/checks/diagnose-trigger";

export const GET = defineRoute(triggerChecksApi.diagnoseTrigger, async ({ params, query }, { projectId }, facts) =>
  diagnoseTrigger(projectId, params.triggerId, {
    asksProvider: query.ask_provider ?? true,
    on: { requestId: facts.requestId },
  }),
);
