/** POST /api/v3/internal/patchbay/events/{id}/resend */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { resendEvent } from "@/lib/webhooks/log/resend-event";

export const POST = defineRoute(eventsApi.resendEvent, async ({ params, body }, { projectId }) => ({
  deliveries: await resendEvent(projectId, params.id, body?.subscription_id),
}));
