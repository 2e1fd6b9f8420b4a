/** POST /api/v3/internal/patchbay/triggers/{triggerId}/hook */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerChecksApi } from "@/lib/triggers/checks/contract";
import { renewTriggerHook } from "@/lib/triggers/instances/renew-gone-hooks";

export const POST = defineRoute(
  triggerChecksApi.renewTriggerHook,
  async ({ params }, { projectId }, { requestId }) => ({
    trigger_id: params.triggerId,
    renewed: await renewTriggerHook(projectId, params.triggerId, { requestId }),
  }),
);
