/** POST /api/v3/internal/patchbay/webhook_subscriptions/test_receiver */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { ensureTestReceiver } from "@/lib/webhooks/subscriptions/subscriptions";
import { toWireSubscription } from "@/lib/webhooks/subscriptions/wire";

export const POST = defineRoute(webhooksApi.createTestReceiver, async (_sent, { projectId }) =>
  toWireSubscription(await ensureTestReceiver(projectId), true),
);
