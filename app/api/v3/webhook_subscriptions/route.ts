/** GET and POST /api/v3/webhook_subscriptions */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { createSubscription, listSubscriptions } from "@/lib/webhooks/subscriptions/subscriptions";
import { toWireSubscription, toWireSubscriptions } from "@/lib/webhooks/subscriptions/wire";

export const GET = defineRoute(webhooksApi.listWebhookSubscriptions, async ({ query }, caller, { audit }) => {
  const showsSecret = permissionsOf(caller).has("webhooks:write");
  const list = toWireSubscriptions(await listSubscriptions(caller.projectId, query), showsSecret);
  if (showsSecret) for (const { id } of list.items) await audit("webhook_subscription.read_secret", id);
  return list;
});

export const POST = defineRoute(webhooksApi.createWebhookSubscription, async ({ body }, { projectId }) => {
  const { webhook_url: url, enabled_events: enabledEvents, version, filters } = body;
  return toWireSubscription(await createSubscription(projectId, { url, enabledEvents, version, filters }), true);
});
