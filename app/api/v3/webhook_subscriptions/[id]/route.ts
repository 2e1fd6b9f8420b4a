/** GET, PATCH and DELETE /api/v3/webhook_subscriptions/{id} */
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import {
  deleteSubscription,
  requireSubscription,
  updateSubscription,
} from "@/lib/webhooks/subscriptions/subscriptions";
import { toChange, toWireSubscription } from "@/lib/webhooks/subscriptions/wire";

export const GET = defineRoute(webhooksApi.getWebhookSubscription, async ({ params }, caller, { audit }) => {
  const showsSecret = permissionsOf(caller).has("webhooks:write");
  const subscription = toWireSubscription(await requireSubscription(caller.projectId, params.id), showsSecret);
  if (showsSecret) await audit("webhook_subscription.read_secret", subscription.id);
  return subscription;
});

export const PATCH = defineRoute(
  webhooksApi.updateWebhookSubscription,
  async ({ params, body }, { projectId }, { tell }) => {
    const before = toWireSubscription(await requireSubscription(projectId, params.id), false);
    const after = toWireSubscription(await updateSubscription(projectId, params.id, toChange(body)), true);
    tell(toChangeFacts("webhook_subscription", before, after));
    return after;
  },
);

export const DELETE = defineRoute(webhooksApi.deleteWebhookSubscription, async ({ params }, { projectId }) => {
  await deleteSubscription(projectId, params.id);
  return { success: true };
});
