/** POST /api/v3/internal/trigger/logs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { listEvents } from "@/lib/webhooks/log/list-events";
import { readLogCursor, toLogFilter, toTriggerLogs } from "@/lib/webhooks/log/wire";

export const POST = defineRoute(eventsApi.listTriggerLogs, async ({ body }, { projectId }) => {
  const cursor = readLogCursor(projectId, body?.cursor);
  const events = await listEvents(projectId, toLogFilter(body), { limit: body?.limit ?? 20, cursor, counted: false });
  return toTriggerLogs(projectId, events, body?.include_payload ?? false);
});
