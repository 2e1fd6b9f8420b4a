/** GET /api/v2/actions/{actionId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { getAction } from "@/lib/legacy/actions/list-actions";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.getAction, ({ params, query }, { projectId }) =>
  getAction(projectId, params.actionId, query.version),
);
