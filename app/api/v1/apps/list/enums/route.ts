/** GET /api/v1/apps/list/enums */
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { appsApi } from "@/lib/legacy/apps/contract";
import { toLines } from "@/lib/legacy/to-lines";

export const GET = defineRawRoute(appsApi.listAppNames, async (_request, { projectId }) =>
  toLines((await everyToolkit(projectId)).map(({ slug }) => slug)),
);
