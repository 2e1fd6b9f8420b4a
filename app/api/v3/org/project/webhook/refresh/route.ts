/** POST /api/v3/org/project/webhook/refresh */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { projectWebhookApi } from "@/lib/webhooks/project-webhook/contract";
import { refreshProjectWebhook } from "@/lib/webhooks/project-webhook/find-project-webhook";

export const POST = defineRoute(projectWebhookApi.refreshProjectWebhook, async (_, { projectId }) => ({
  message: "The secret of the webhook is replaced; the one before signs too for a day.",
  success: true,
  webhook_secret: await refreshProjectWebhook(projectId),
}));
