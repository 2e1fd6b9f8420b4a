/** POST /api/v3/internal/patchbay/logs/export */
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readBody } from "@/lib/http/api-door/read-body";
import { toTextStream } from "@/lib/http/api-door/to-text-stream";
import { logsApi } from "@/lib/logs/contract";
import { EXPORT_TYPE, exportToolLogs } from "@/lib/logs/export-tool-logs";

export const POST = defineRawRoute(logsApi.exportToolLogs, async (request, caller, { requestId }) => {
  const {
    format,
    limit,
    filters,
    search,
    order,
    time_range: range,
  } = logsApi.exportToolLogs.body.parse(
    (await readBody(request, undefined, undefined, logsApi.exportToolLogs.body)) ?? {},
    { error: sayIssue },
  );
  const choice = { filters, search, from: range?.from, to: range?.to };
  return toTextStream(
    exportToolLogs(caller.projectId, choice, { format, limit, order }),
    {
      "content-type": EXPORT_TYPE[format],
      "content-disposition": `attachment; filename="tool-logs.${format}"`,
    },
    (onEnd) => onAccessEnd(caller, onEnd),
    { requestId },
    request.signal,
  );
});
