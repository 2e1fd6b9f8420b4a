/** POST /api/v3/internal/patchbay/triggers/{triggerId}/sample */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerChecksApi } from "@/lib/triggers/checks/contract";
import { sendTriggerSample } from "@/lib/triggers/checks/send-trigger-sample";

export const POST = defineRoute(triggerChecksApi.sendTriggerSample, async ({ params, body }, { projectId }) => {
  const { eventId, receivers } = await sendTriggerSample(projectId, params.triggerId, {
    data: body?.data,
    subscriptionId: body?.subscription_id,
  });
  return { event_id: eventId, receivers };
});
