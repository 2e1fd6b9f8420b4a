/** GET /api/v1/actions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listActions } from "@/lib/legacy/actions/list-actions";
import { actionsV1Api } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsV1Api.listActionsV1, ({ query }, { projectId }) => listActions(projectId, query));
