/** POST /api/v3/internal/patchbay/webhook_subscriptions/{id}/sample */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { sendSample } from "@/lib/webhooks/subscriptions/send-sample";

export const POST = defineRoute(webhooksApi.sendWebhookSample, async ({ params, body }, { projectId }) => ({
  event_id: await sendSample(projectId, params.id, body?.event_type, body?.data),
}));
