/** GET, POST /api/v3/internal/patchbay/mcp/clients */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { requireServer } from "@/lib/mcp/servers/servers";
import { mcpClientsApi } from "@/lib/oauth-server/clients.contract";
import { listGrants } from "@/lib/oauth-server/grants";
import { createMachine } from "@/lib/oauth-server/create-machine";
import { toWireMcpClient } from "@/lib/oauth-server/wire";

export const GET = defineRoute(mcpClientsApi.listMcpClients, async ({ query }, { projectId }) => {
  const { mcp_server_id: serverId, user_id: userId, cursor, limit } = query;
  const page = await listGrants(projectId, { serverId, userId }, { cursor, limit });
  return { ...page, items: page.items.map(toWireMcpClient) };
});

export const POST = defineRoute(mcpClientsApi.createMcpMachineClient, async ({ body }, caller) => {
  const { grant, secret } = await createMachine(caller.projectId, {
    name: body.name,
    server: await requireServer(caller.projectId, body.mcp_server_id),
    userId: body.user_id,
    toolkits: body.toolkits,
    tools: body.allowed_tools,
    createdBy: actorOf(caller),
  });
  return { ...toWireMcpClient(grant), client_secret: secret };
});
