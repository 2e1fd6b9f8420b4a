/** GET /api/v2/actions/search/advanced */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { findActions } from "@/lib/legacy/actions/list-actions";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.findActions, ({ query, body }, { projectId }) =>
  findActions(projectId, query.useCase ?? body.useCase, query),
);
