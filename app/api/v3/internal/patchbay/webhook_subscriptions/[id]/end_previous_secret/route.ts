/** POST /api/v3/internal/patchbay/webhook_subscriptions/{id}/end_previous_secret */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { endPreviousSecret } from "@/lib/webhooks/subscriptions/subscriptions";
import { toWireSubscription } from "@/lib/webhooks/subscriptions/wire";

export const POST = defineRoute(webhooksApi.endPreviousWebhookSecret, async ({ params }, { projectId }) =>
  toWireSubscription(await endPreviousSecret(projectId, params.id), true),
);
