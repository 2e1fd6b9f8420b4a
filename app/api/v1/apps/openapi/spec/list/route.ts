/** GET /api/v1/apps/openapi/spec/list */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listSpecs } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(ownAppsApi.listSpecs, (_sent, { projectId }) => listSpecs(projectId));
