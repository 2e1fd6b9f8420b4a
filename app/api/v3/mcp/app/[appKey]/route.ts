/** GET /api/v3/mcp/app/{appKey} */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { listServers } from "@/lib/mcp/servers/servers";
import { toServerFilter, toServerPage } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.listMcpServersOfApp, async ({ params, query }, { projectId }) => {
  const { slug } = await requireToolkit(projectId, params.appKey);
  return toServerPage(projectId, await listServers(projectId, toServerFilter(query), slug));
});
