/** GET and DELETE /api/v3/internal/patchbay/webhook_subscriptions/{id}/test_requests */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { deleteTestRequests, listTestRequests } from "@/lib/webhooks/subscriptions/list-test-requests";
import { toWireTestRequests } from "@/lib/webhooks/subscriptions/wire";

export const GET = defineRoute(webhooksApi.listTestRequests, async ({ params }, { projectId }) =>
  toWireTestRequests(await listTestRequests(projectId, params.id)),
);

export const DELETE = defineRoute(webhooksApi.clearTestRequests, async ({ params }, { projectId }) => {
  await deleteTestRequests(projectId, params.id);
  return { success: true };
});
