/** GET /api/v2/actions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listActions } from "@/lib/legacy/actions/list-actions";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.listActions, ({ query }, { projectId }) => listActions(projectId, query));
