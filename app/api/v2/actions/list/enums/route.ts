/** GET /api/v2/actions/list/enums */
import { findToolSlugs } from "@/lib/catalog/read/find-tool";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";
import { toLines } from "@/lib/legacy/to-lines";

export const GET = defineRawRoute(actionsApi.listActionNames, async (_request, { projectId }) =>
  toLines(await findToolSlugs(projectId)),
);
