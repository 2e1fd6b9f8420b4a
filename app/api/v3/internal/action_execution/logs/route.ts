/** POST /api/v3/internal/action_execution/logs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toChoice } from "@/lib/logs/actions/to-action-fields";
import { toActionExecution } from "@/lib/logs/actions/wire";
import { actionLogsApi } from "@/lib/logs/actions/contract";
import { findToolLogsByNumber } from "@/lib/logs/find-tool-logs";

export const POST = defineRoute(actionLogsApi.listActionLogs, async ({ body }, { projectId }) => {
  const { rows, nextCursor } = await findToolLogsByNumber(projectId, {
    ...toChoice(body.search_params ?? []),
    from: body.from,
    to: body.to,
    caseSensitive: body.case_sensitive ?? false,
    cursor: body.cursor,
    limit: body.limit,
  });
  return { data: rows.map(toActionExecution), nextCursor };
});
