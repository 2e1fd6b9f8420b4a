/** GET /api/v3/webhook_subscriptions/event_types */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webhooksApi } from "@/lib/webhooks/contract";
import { toWireEventTypes } from "@/lib/webhooks/subscriptions/wire";

export const GET = defineRoute(webhooksApi.listWebhookEventTypes, () => Promise.resolve(toWireEventTypes()));
