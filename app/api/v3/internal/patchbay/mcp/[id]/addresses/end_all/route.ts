/** POST /api/v3/internal/patchbay/mcp/{id}/addresses/end_all */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpAddressesApi } from "@/lib/mcp/addresses/contract";
import { endAllAddresses } from "@/lib/mcp/addresses/signed-addresses";

export const POST = defineRoute(mcpAddressesApi.endMcpAddresses, async ({ params: { id } }, { projectId }) => {
  await endAllAddresses(projectId, id);
  return { id, ended: true };
});
