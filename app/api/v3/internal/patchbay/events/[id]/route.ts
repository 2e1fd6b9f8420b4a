/** GET /api/v3/internal/patchbay/events/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { requireEvent } from "@/lib/webhooks/log/list-events";
import { toWireEvent } from "@/lib/webhooks/log/wire";

export const GET = defineRoute(eventsApi.getEvent, async ({ params, query }, { projectId, organizationId }) =>
  toWireEvent(await requireEvent(projectId, params.id), query.version, organizationId),
);
