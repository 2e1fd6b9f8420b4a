/** GET, PATCH, DELETE /api/v3/mcp/{id} */
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { deleteServer, requireServer, updateServer } from "@/lib/mcp/servers/servers";
import { toFoundServer, toServerChange } from "@/lib/mcp/wire";

export const GET = defineRoute(mcpApi.getMcpServer, async ({ params }, { projectId }) =>
  toFoundServer(projectId, await requireServer(projectId, params.id)),
);

export const PATCH = defineRoute(mcpApi.updateMcpServer, async ({ params, body }, { projectId }, { tell }) => {
  const before = toFoundServer(projectId, await requireServer(projectId, params.id));
  const after = toFoundServer(projectId, await updateServer(projectId, params.id, toServerChange(body)));
  tell(toChangeFacts("mcp_server", before, after));
  return after;
});

export const DELETE = defineRoute(mcpApi.deleteMcpServer, async ({ params }, { projectId }) => {
  await deleteServer(projectId, params.id);
  return { id: params.id, deleted: true };
});
