/** GET /api/v3/internal/patchbay/mcp_offer */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listOffer } from "@/lib/mcp/tools/offered-tools";
import { mcpToolsApi } from "@/lib/mcp/tools/contract";

export const GET = defineRoute(mcpToolsApi.offerMcpTools, ({ query }, { projectId }) =>
  listOffer(projectId, query.toolkits ?? []),
);
