/** GET /api/v1/apps */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listApps } from "@/lib/legacy/apps/list-apps";
import { appsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(appsApi.listApps, ({ query }, { projectId }) => listApps(projectId, query));
