/** GET, POST /api/v3/mcp/servers */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { assertNoAuth } from "@/lib/mcp/servers/check-targets";
import { createServer, listServers } from "@/lib/mcp/servers/servers";
import { toNewServer, toServer, toServerFilter, toServerPage } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.listMcpServers, async ({ query }, { projectId }) =>
  toServerPage(projectId, await listServers(projectId, toServerFilter(query))),
);

export const POST = defineRoute(mcpApi.createMcpServer, async ({ body }, { projectId }) => {
  await assertNoAuth(projectId, body.no_auth_apps ?? []);
  return toServer(projectId, await createServer(projectId, toNewServer(body)));
});
