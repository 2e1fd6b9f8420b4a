/** GET /api/v3/internal/trigger/log/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { requireEvent } from "@/lib/webhooks/log/list-events";
import { toTriggerLog } from "@/lib/webhooks/log/wire";

export const GET = defineRoute(eventsApi.getTriggerLog, async ({ params }, { projectId }) => ({
  log: toTriggerLog(await requireEvent(projectId, params.id), true),
}));
