/** GET /api/v3/internal/patchbay/own_toolkits/{slug}/mcp_tools */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { findReading } from "@/lib/own-toolkits/mcp/find-reading";
import { listMcpTools } from "@/lib/own-toolkits/mcp/approve-mcp-tools";

export const GET = defineRoute(customToolkitsApi.listOwnMcpTools, async ({ params }, { projectId }) => ({
  items: await listMcpTools(projectId, params.slug),
  reading: await findReading(projectId, params.slug),
}));
