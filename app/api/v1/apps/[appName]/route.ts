/** GET /api/v1/apps/{appName} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { getApp } from "@/lib/legacy/apps/list-apps";
import { appsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(appsApi.getApp, ({ params }, { projectId }) => getApp(projectId, params.appName));
