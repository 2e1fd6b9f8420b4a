/** GET, POST /api/v1/logs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderLogsApi } from "@/lib/legacy/logs/contract";
import { listOlderLogs } from "@/lib/legacy/logs/list-older-logs";

export const GET = defineRoute(olderLogsApi.listOlderLogs, ({ query }, { projectId }) =>
  listOlderLogs(projectId, query),
);

export const POST = defineRoute(olderLogsApi.ingestOlderLog, () => Promise.resolve({ isIngested: false as const }));
