/** GET /api/v1/apps/list/enums */
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { appsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRawRoute(appsApi.listAppNames, async (_request, { projectId }) => {
  const names = (await everyToolkit(projectId)).map(({ slug }) => slug);
  return new Response(names.sort().join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
});
