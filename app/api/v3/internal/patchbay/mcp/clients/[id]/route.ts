/** DELETE /api/v3/internal/patchbay/mcp/clients/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpClientsApi } from "@/lib/oauth-server/clients.contract";
import { revokeGrant } from "@/lib/oauth-server/grants";

export const DELETE = defineRoute(mcpClientsApi.revokeMcpClient, async ({ params: { id } }, { projectId }) => {
  await revokeGrant(projectId, id);
  return { id, revoked: true as const };
});
