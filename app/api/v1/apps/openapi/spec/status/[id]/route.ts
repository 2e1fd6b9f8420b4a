/** GET /api/v1/apps/openapi/spec/status/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { showSpec } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(ownAppsApi.getSpecStatus, ({ params }, { projectId }) => showSpec(projectId, params.id));
