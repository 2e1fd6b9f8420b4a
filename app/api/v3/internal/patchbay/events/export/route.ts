/** POST /api/v3/internal/patchbay/events/export */
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readBody } from "@/lib/http/api-door/read-body";
import { toTextStream } from "@/lib/http/api-door/to-text-stream";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { EVENT_FILE_TYPE, exportEvents } from "@/lib/webhooks/log/export-events";
import { toFilter } from "@/lib/webhooks/log/wire";

export const POST = defineRawRoute(eventsApi.exportEvents, async (request, caller, { requestId }) => {
  const body = (await readBody(request, undefined, undefined, eventsApi.exportEvents.body)) ?? {};
  const { format, limit, ...query } = eventsApi.exportEvents.body.parse(body, { error: sayIssue });
  return toTextStream(
    exportEvents(caller.projectId, toFilter(query), { format, limit }),
    {
      "content-type": EVENT_FILE_TYPE[format],
      "content-disposition": `attachment; filename="trigger-logs.${format}"`,
    },
    (onEnd) => onAccessEnd(caller, onEnd),
    { requestId },
    request.signal,
  );
});
