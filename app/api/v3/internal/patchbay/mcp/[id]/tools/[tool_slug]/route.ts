/** PATCH /api/v3/internal/patchbay/mcp/{id}/tools/{tool_slug} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { describeOfferedTool } from "@/lib/mcp/tools/offered-tools";
import { requireServer } from "@/lib/mcp/servers/servers";
import { mcpToolsApi } from "@/lib/mcp/tools/contract";

export const PATCH = defineRoute(
  mcpToolsApi.describeMcpTool,
  async ({ params: { id, tool_slug: slug }, body }, { projectId }) =>
    describeOfferedTool(projectId, await requireServer(projectId, id), slug, body),
);
