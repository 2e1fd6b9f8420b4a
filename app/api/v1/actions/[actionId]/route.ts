/** GET /api/v1/actions/{actionId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { getAction } from "@/lib/legacy/actions/list-actions";
import { actionsV1Api } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsV1Api.getActionV1, ({ params, query }, { projectId }) =>
  getAction(projectId, params.actionId, query.version),
);
