/** POST /api/v3/org/project/webhook/update */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { projectWebhookApi } from "@/lib/webhooks/project-webhook/contract";
import { setProjectWebhook } from "@/lib/webhooks/project-webhook/find-project-webhook";

export const POST = defineRoute(projectWebhookApi.updateProjectWebhook, async ({ body }, { projectId }) => {
  await setProjectWebhook(projectId, body.type, body.webhook_url);
  return { message: "The address of the webhook is set.", success: true };
});
