/** POST /api/v3/webhook_subscriptions/{id}/rotate_secret */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { rotateSecret } from "@/lib/webhooks/subscriptions/subscriptions";

export const POST = defineRoute(webhooksApi.rotateWebhookSecret, async ({ params }, { projectId }) => {
  const { id, secret } = await rotateSecret(projectId, params.id);
  return { id, secret };
});
