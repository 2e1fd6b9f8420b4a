/** POST /api/v3/tools/scopes/required */
import { catalogDetailsApi } from "@/lib/catalog/details/contract";
import { requireTool } from "@/lib/catalog/read/tools";
import { toScopeRequirements } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(catalogDetailsApi.listRequiredScopes, async ({ body }, { projectId }) => {
  const tools = await Promise.all(body.tools.map((slug) => requireTool(projectId, slug, body.version)));
  return {
    scopes_required: [...new Set(tools.flatMap((tool) => tool.scopes))],
    per_tool_requirements: tools.map((tool) => ({
      tool: tool.slug,
      scope_requirements: toScopeRequirements(tool.scopes),
    })),
  };
});
