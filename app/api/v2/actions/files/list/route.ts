/** GET /api/v2/actions/files/list */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listActionFiles } from "@/lib/legacy/actions/list-actions";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.listActionFiles, ({ query }, { projectId }) =>
  listActionFiles(projectId, query),
);
