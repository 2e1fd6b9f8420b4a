/** POST /api/v3/logs/tool_execution */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { logsApi } from "@/lib/logs/contract";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { toToolLogSummary } from "@/lib/logs/wire";

export const POST = defineRoute(logsApi.listToolLogs, async ({ body }, { projectId }) => {
  const { rows, nextCursor } = await findToolLogs(projectId, {
    filters: body.filters,
    search: body.search,
    from: body.time_range?.from,
    to: body.time_range?.to,
    cursor: body.cursor,
    limit: body.limit,
    order: body.order,
  });
  return { logs: rows.map(toToolLogSummary), next_cursor: nextCursor };
});
