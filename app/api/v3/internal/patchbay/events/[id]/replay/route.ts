/** POST /api/v3/internal/patchbay/events/{id}/replay */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { replayEvent } from "@/lib/webhooks/log/resend-event";

export const POST = defineRoute(eventsApi.replayEvent, async ({ params, body }, { projectId }) => ({
  deliveries: await replayEvent(projectId, params.id, body.subscription_id, body.url),
}));
