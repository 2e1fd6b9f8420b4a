/** GET /api/v2/actions/list/all */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listAllActions } from "@/lib/legacy/actions/list-actions";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.listAllActions, ({ query }, { projectId }) =>
  listAllActions(projectId, query),
);
