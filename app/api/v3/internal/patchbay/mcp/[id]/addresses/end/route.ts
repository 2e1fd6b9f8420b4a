/** POST /api/v3/internal/patchbay/mcp/{id}/addresses/end */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpAddressesApi } from "@/lib/mcp/addresses/contract";
import { toAudience } from "@/lib/mcp/addresses/audience";
import { endAddress } from "@/lib/mcp/addresses/signed-addresses";

export const POST = defineRoute(mcpAddressesApi.endMcpAddress, async ({ params: { id }, body }, { projectId }) => {
  await endAddress(projectId, id, toAudience(body.user_id, body.connected_account_ids ?? []));
  return { id, ended: true };
});
