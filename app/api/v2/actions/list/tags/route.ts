/** GET /api/v2/actions/list/tags */
import { findTags } from "@/lib/catalog/read/find-known-tools";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.listActionTags, async ({ query }, { projectId }) => ({
  items: await findTags(projectId, query.apps),
}));
