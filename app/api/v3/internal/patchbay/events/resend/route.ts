/** POST /api/v3/internal/patchbay/events/resend */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { resendEvents } from "@/lib/webhooks/log/resend-event";
import { toFilter } from "@/lib/webhooks/log/wire";

export const POST = defineRoute(eventsApi.resendEvents, async ({ body }, { projectId }) => ({
  deliveries: await resendEvents(projectId, toFilter(body), body.subscription_id),
}));
