/** GET /api/v3/tools/enum */
import { catalogApi } from "@/lib/catalog/contract";
import { findToolSlugsText } from "@/lib/catalog/read/tools";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";

export const GET = defineRoute(catalogApi.listToolSlugs, async (_, { projectId }) => {
  const text = await findToolSlugsText(projectId);
  return new JsonText(() => text);
});
