/** POST /api/v3/internal/action_execution/logs */
import { defineRoute } from "@/lib/http/define-route";
import { toChoice } from "@/lib/logs/action-search";
import { toActionExecution } from "@/lib/logs/action-wire";
import { logsApi } from "@/lib/logs/contract";
import { findToolLogsByNumber } from "@/lib/logs/tool-log-query";

export const POST = defineRoute(logsApi.listActionLogs, async ({ body }, { projectId }) => {
  const { rows, nextCursor } = await findToolLogsByNumber(projectId, {
    ...toChoice(body.search_params ?? []), from: body.from, to: body.to, caseSensitive: body.case_sensitive ?? false, cursor: body.cursor, limit: body.limit,
  });
  return { data: rows.map(toActionExecution), nextCursor };
});
