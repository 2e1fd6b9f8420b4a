/** GET, POST /api/v1/logs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { listOlderLogs } from "@/lib/legacy/project/list-older-logs";

export const GET = defineRoute(olderProjectApi.listOlderLogs, ({ query }, { projectId }) =>
  listOlderLogs(projectId, query),
);

export const POST = defineRoute(olderProjectApi.ingestOlderLog, () => Promise.resolve({ isIngested: false as const }));
