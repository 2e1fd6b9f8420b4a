/** GET, PATCH, DELETE /api/v3/mcp/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { deleteServer, requireServer, updateServer } from "@/lib/mcp/servers/servers";
import { toFoundServer, toServerChange } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.getMcpServer, async ({ params }, { projectId }) =>
  toFoundServer(projectId, await requireServer(projectId, params.id)),
);

export const PATCH = defineRoute(mcpApi.updateMcpServer, async ({ params, body }, { projectId }) =>
  toFoundServer(projectId, await updateServer(projectId, params.id, toServerChange(body))),
);

export const DELETE = defineRoute(mcpApi.deleteMcpServer, async ({ params }, { projectId }) => {
  await deleteServer(projectId, params.id);
  return { id: params.id, deleted: true };
});
