/** GET /api/v1/apps/openapi/spec/logs/{name} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listSpecLogs } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(ownAppsApi.listSpecLogs, ({ params }, { projectId }, { signal }) =>
  listSpecLogs(projectId, params.name, signal),
);
