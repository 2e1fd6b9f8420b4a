/** GET /api/v3/internal/patchbay/mcp/{id}/tools */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listOfferedTools } from "@/lib/mcp/tools/offered-tools";
import { requireServer } from "@/lib/mcp/servers/servers";
import { mcpToolsApi } from "@/lib/mcp/tools/contract";

export const GET = defineRoute(mcpToolsApi.listMcpTools, async ({ params: { id }, query }, { projectId }) =>
  listOfferedTools(projectId, await requireServer(projectId, id), query),
);
