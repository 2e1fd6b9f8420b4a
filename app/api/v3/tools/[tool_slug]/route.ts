/** GET /api/v3/tools/{tool_slug} */
import { catalogApi } from "@/lib/catalog/contract";
import { requireToolkit } from "@/lib/catalog/read/toolkits";
import { requireToolOf } from "@/lib/catalog/read/tools";
import { toTool } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(catalogApi.getTool, async ({ params, query }, { projectId }) => {
  const tool = await requireToolOf(projectId, params.tool_slug, query.version ?? query.toolkit_versions ?? undefined);
  return toTool(tool, await requireToolkit(projectId, tool.toolkitSlug));
});
