/** GET /api/v3/internal/patchbay/tools/{slug}/request */
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { toToolRequestView } from "@/lib/catalog/read/to-tool-request-view";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(catalogDetailsApi.getToolRequest, async ({ params, query }, { projectId }) => {
  const tool = await requireTool(projectId, params.slug, query.version);
  return toToolRequestView(tool, await requireToolkit(projectId, tool.toolkitSlug));
});
