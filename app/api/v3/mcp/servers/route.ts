/** GET, POST /api/v3/mcp/servers */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { assertNoAuth } from "@/lib/mcp/server-targets";
import { createServer, listServers } from "@/lib/mcp/servers";
import { toServer, toServerFilter, toServerPage } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.listMcpServers, async ({ query }, { projectId }) =>
  toServerPage(projectId, await listServers(projectId, toServerFilter(query))),
);

export const POST = defineRoute(mcpApi.createMcpServer, async ({ body }, { projectId }) => {
  const toolkits = body.no_auth_apps ?? [];
  await assertNoAuth(projectId, toolkits);
  return toServer(
    projectId,
    await createServer(projectId, {
      name: body.name,
      authConfigIds: body.auth_config_ids,
      toolkits,
      allowedTools: body.allowed_tools ?? [],
      managedAuth: body.managed_auth_via_composio ?? false,
    }),
  );
});
