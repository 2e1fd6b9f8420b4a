/** GET and DELETE /api/v3/org/project/webhook */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { projectWebhookApi } from "@/lib/webhooks/project-webhook/contract";
import { deleteProjectWebhook, findProjectWebhook } from "@/lib/webhooks/project-webhook/find-project-webhook";
import { toWireProjectWebhook } from "@/lib/webhooks/project-webhook/wire";

export const GET = defineRoute(projectWebhookApi.getProjectWebhook, async ({ query }, caller, { audit }) => {
  const showsSecret = permissionsOf(caller).has("webhooks:write");
  const subscription = await findProjectWebhook(caller.projectId, query.type);
  if (subscription && showsSecret) await audit("webhook_subscription.read_secret", subscription.id);
  return toWireProjectWebhook(query.type, subscription, showsSecret);
});

export const DELETE = defineRoute(projectWebhookApi.deleteProjectWebhook, async ({ body }, { projectId }) => {
  await deleteProjectWebhook(projectId, body.type);
  return { status: "success" as const };
});
