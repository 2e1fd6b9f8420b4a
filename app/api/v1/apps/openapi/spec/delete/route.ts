/** DELETE /api/v1/apps/openapi/spec/delete */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { deleteSpec } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const DELETE = defineRoute(ownAppsApi.deleteSpecByName, ({ body }, { projectId }) =>
  deleteSpec(projectId, body.name),
);
