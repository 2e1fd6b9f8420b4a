/** DELETE /api/v1/apps/openapi/spec/delete/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { deleteSpec } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const DELETE = defineRoute(ownAppsApi.deleteSpec, ({ params }, { projectId }) =>
  deleteSpec(projectId, params.id),
);
