/** DELETE /api/v3/mcp/servers/{serverId}/instances/{instanceId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { deleteInstance } from "@/lib/mcp/servers/instances";

export const DELETE = defineRoute(mcpApi.deleteMcpInstance, async ({ params }, { projectId }) => {
  const accounts = await deleteInstance(projectId, params.serverId, params.instanceId);
  return { message: `The user ${params.instanceId} was removed.`, deleted_connected_accounts: accounts };
});
