/** GET /api/v1/actions/list/enums */
import { findToolSlugs } from "@/lib/catalog/read/find-tool";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";
import { toLines } from "@/lib/legacy/to-lines";

export const GET = defineRawRoute(actionsApi.listActionNamesV1, async (_request, { projectId }) =>
  toLines(await findToolSlugs(projectId)),
);
