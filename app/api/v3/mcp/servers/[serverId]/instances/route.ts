/** GET, POST /api/v3/mcp/servers/{serverId}/instances */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { createInstance, listInstances } from "@/lib/mcp/servers/instances";
import { toInstance, toInstanceFilter } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.listMcpInstances, async ({ params, query }, { projectId }) => {
  const { items, totalPages, page, server } = await listInstances(projectId, params.serverId, toInstanceFilter(query));
  return {
    instances: items.map(toInstance),
    server_id: server.id,
    server_name: server.name,
    total_pages: totalPages,
    current_page: page,
  };
});

export const POST = defineRoute(mcpApi.createMcpInstance, async ({ params, body }, { projectId }) =>
  toInstance(await createInstance(projectId, params.serverId, body.user_id)),
);
