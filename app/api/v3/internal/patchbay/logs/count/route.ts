/** POST /api/v3/internal/patchbay/logs/count */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { logsApi } from "@/lib/logs/contract";
import { countToolLogs } from "@/lib/logs/count-tool-logs";

export const POST = defineRoute(logsApi.countToolLogs, async ({ body }, { projectId }) => {
  const { filters, search, time_range: range } = body;
  const choice = { filters, search, from: range?.from, to: range?.to };
  const { total, isComplete } = await countToolLogs(projectId, choice);
  return { total, is_complete: isComplete };
});
