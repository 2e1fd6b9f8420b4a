/** GET /api/v3/internal/patchbay/events */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { listEvents } from "@/lib/webhooks/log/list-events";
import { toFilter, toWireEvents } from "@/lib/webhooks/log/wire";

export const GET = defineRoute(eventsApi.listEvents, async ({ query }, { projectId }) =>
  toWireEvents(await listEvents(projectId, toFilter(query), query)),
);
